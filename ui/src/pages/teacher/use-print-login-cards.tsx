import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { Classroom, StudentStats } from '@/api/types';

import type { PrintLoginCardsProps } from './print-login-cards';

const PrintLoginCards = lazyWhenReachable(() => import('./print-login-cards'));

type Choice = Pick<PrintLoginCardsProps, 'selected' | 'who'>;

/** Dialog that prints login cards of a class; `print` opens it with this choice of students. */
export function usePrintLoginCards(classroom: Classroom, students: StudentStats[]) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const dialog = choice && (
    <Suspense>
      <PrintLoginCards
        classroom={classroom}
        students={students}
        {...choice}
        onClose={() => {
          setChoice(null);
        }}
      />
    </Suspense>
  );
  return { print: setChoice, dialog };
}
