import { lazy, Suspense, useState } from 'react';

import type { Classroom, Network, StudentStats } from '@/api/types';
import { OldAddressNotice } from '@/features/login-cards/old-address-notice';
import { cardAddress } from '@/features/network/addresses';

const PrintLoginCards = lazy(() => import('./print-login-cards'));

type OldLoginCardsProps = { network: Network; classroom: Classroom; students: StudentStats[] };

/** Notice about login cards with an old address, and the dialog that prints new ones. */
export function OldLoginCards({ network, classroom, students }: OldLoginCardsProps) {
  const [printing, setPrinting] = useState<ReadonlySet<string> | null>(null);
  const address = cardAddress(network);
  if (address === null) return null;
  return (
    <>
      <OldAddressNotice classroomId={classroom.id} address={address} onPrint={setPrinting} />
      {printing && (
        <Suspense>
          <PrintLoginCards
            {...{ classroom, students }}
            selected={printing}
            who="selected"
            onClose={() => {
              setPrinting(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
