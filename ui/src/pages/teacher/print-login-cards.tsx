import { useQuery } from '@tanstack/react-query';

import { useIsSchool } from '@/auth/auth-config';
import { sortRows } from '@/components/data-table/table-sort';
import { LoginCardsDialog, type LoginCardsDialogProps } from '@/features/login-cards/login-cards-dialog';
import { cardAddress } from '@/features/network/addresses';
import { networkQuery } from '@/features/network/queries';
import { fullName } from '@/features/students/full-name';

export type PrintLoginCardsProps = Omit<LoginCardsDialogProps, 'address' | 'onRetry'>;

/** Dialog that makes and prints login cards with the address of this server; open while it is mounted. */
export default function PrintLoginCards({ students, ...props }: PrintLoginCardsProps) {
  const isSchool = useIsSchool();
  const network = useQuery({ ...networkQuery, select: cardAddress, enabled: isSchool === false });
  return (
    <LoginCardsDialog
      {...props}
      students={sortRows(students, fullName, 'ascending')}
      address={isSchool ? location.origin : network.data}
      onRetry={() => void network.refetch()}
    />
  );
}
