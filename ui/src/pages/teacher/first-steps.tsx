import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Printer, QrCode, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { loginCardsQuery } from '@/features/login-cards/queries';
import { browserStorage } from '@/lib/browser-storage';

/** Local storage key of a class whose notice the teacher has closed. */
const closedKey = (classroomId: string) => `first_steps_closed:${classroomId}`;

const hasGoals = ({ currentGoals, goalsCompleted }: StudentStats) => currentGoals + goalsCompleted > 0;

function Done({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-h-9 items-center gap-2 text-ink-2">
      <Check aria-hidden className="size-4.5 text-brand-ink" />
      {children}
    </span>
  );
}

type FirstStepsProps = {
  classroom: Classroom;
  students: readonly StudentStats[];
  /** Students who are signed in; undefined while they load. */
  signedIn: ReadonlySet<string> | undefined;
  onPrintCards: () => void;
};

/**
 * Notice with what is left to do after the students of a new class were added: print login cards, show the address. It
 * goes when somebody signs in or has a goal.
 */
export function FirstSteps({ classroom, students, signedIn, onPrintCards }: FirstStepsProps) {
  const [closed, setClosed] = useState(() => browserStorage.get(closedKey(classroom.id)) !== null);
  const isNew =
    !closed &&
    students.length > 0 &&
    !students.some(hasGoals) &&
    !students.some(({ id }) => signedIn?.has(id));
  const { data: cards } = useQuery({ ...loginCardsQuery(classroom.id), enabled: isNew });
  if (!isNew || !signedIn || !cards || cards.some(({ lastUsedAt }) => lastUsedAt !== null)) return null;
  const close = () => {
    browserStorage.set(closedKey(classroom.id), 'yes');
    setClosed(true);
  };
  const cardCount = cards.length;
  return (
    <Notice
      icon={<Users aria-hidden />}
      title={plural(students.length, {
        one: '# student is ready to sign in',
        other: '# students are ready to sign in',
      })}
      onDismiss={close}
    >
      <p className="mt-1 text-ink-2">
        <Trans>Hand out login cards, then show the class where to go.</Trans>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {cardCount < students.length ? (
          <Button variant="primary" icon={<Printer aria-hidden />} onClick={onPrintCards}>
            <Trans>Print Login Cards</Trans>
          </Button>
        ) : (
          <Done>{plural(cardCount, { one: '# login card printed', other: '# login cards printed' })}</Done>
        )}
        <ButtonLink
          variant={cardCount < students.length ? 'secondary' : 'primary'}
          icon={<QrCode aria-hidden />}
          to={`/teacher/connect?class=${classroom.id}`}
        >
          <Trans>Connect students</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}
