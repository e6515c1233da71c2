import type { Classroom, Network, StudentStats } from '@/api/types';
import { OldAddressNotice } from '@/features/login-cards/old-address-notice';
import { cardAddress } from '@/features/network/addresses';
import { usePrintLoginCards } from '@/pages/teacher/use-print-login-cards';

type OldLoginCardsProps = { network: Network; classroom: Classroom; students: StudentStats[] };

/** Notice about login cards with an old address, and the dialog that prints new ones. */
export function OldLoginCards({ network, classroom, students }: OldLoginCardsProps) {
  const { print, dialog } = usePrintLoginCards(classroom, students);
  const address = cardAddress(network);
  if (address === null) return null;
  return (
    <>
      <OldAddressNotice
        classroomId={classroom.id}
        address={address}
        onPrint={(selected) => {
          print({ selected, who: 'selected' });
        }}
      />
      {dialog}
    </>
  );
}
