import { Trans } from '@lingui/react/macro';
import { IdCard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button } from '@/components/button';

import type { PrintLoginCardsProps } from './print-login-cards';

const PrintLoginCards = lazy(() => import('./print-login-cards'));

/** Opens the dialog for login cards. */
export function LoginCardsButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="soft"
      icon={<IdCard aria-hidden />}
      className="sm:max-xl:px-3! sm:max-xl:[&>svg]:hidden max-sm:min-w-10 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0!"
      onClick={onPress}
    >
      <span className="max-sm:sr-only">
        <Trans>Login Cards</Trans>
      </span>
    </Button>
  );
}

/** Dialog for login cards: of the class, or of one student. */
export function useLoginCards(classroom: Classroom, students: StudentStats[], selected: ReadonlySet<string>) {
  const [printing, setPrinting] = useState<Pick<PrintLoginCardsProps, 'selected' | 'who'> | null>(null);
  const open = () => {
    setPrinting({ selected, who: selected.size > 0 ? 'selected' : 'everybody' });
  };
  const openFor = ({ id }: StudentStats) => {
    setPrinting({ selected: new Set([id]), who: 'only' });
  };
  const dialog = printing && (
    <Suspense>
      <PrintLoginCards
        {...{ classroom, students, ...printing }}
        onClose={() => {
          setPrinting(null);
        }}
      />
    </Suspense>
  );
  return { open, openFor, dialog };
}
