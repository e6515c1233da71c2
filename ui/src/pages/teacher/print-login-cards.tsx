import { sortRows } from '@/components/data-table/table-sort';
import { LoginCardsDialog, type LoginCardsDialogProps } from '@/features/login-cards/login-cards-dialog';
import { nameSortKey } from '@/features/students/full-name';

import { useCardAddress } from './use-card-address';

export type PrintLoginCardsProps = Omit<LoginCardsDialogProps, 'address' | 'onRetry'>;

/** Dialog that makes and prints login cards with the address of this server; open while it is mounted. */
export default function PrintLoginCards({ students, ...props }: PrintLoginCardsProps) {
  const { address, refetch } = useCardAddress();
  return (
    <LoginCardsDialog
      {...props}
      students={sortRows(students, nameSortKey, 'ascending')}
      address={address}
      onRetry={() => void refetch()}
    />
  );
}
