import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Check, Plus, Printer, QrCode, Target, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { loginCardsQuery } from '@/features/login-cards/queries';
import { signedInQuery } from '@/features/presence/queries';
import { browserStorage } from '@/lib/browser-storage';
import { useMay } from '@/shared/permissions';

/** Local storage keys of a class whose notices the teacher has closed. */
const closedKey = (classroomId: string) => `first_steps_closed:${classroomId}`;
const goalClosedKey = (classroomId: string) => `first_goal_closed:${classroomId}`;

/** Whether the notice with this key was closed on this device, and a function that closes it. */
function useClosed(key: string) {
  const [closed, setClosed] = useState(() => browserStorage.get(key) !== null);
  const close = () => {
    browserStorage.set(key, 'yes');
    setClosed(true);
  };
  return { closed, close };
}

const hasGoals = ({ currentGoals, goalsCompleted }: StudentStats) => currentGoals + goalsCompleted > 0;

function Done({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-h-9 items-center gap-2 text-ink-2">
      <Check aria-hidden className="size-4.5 text-brand-ink" />
      {children}
    </span>
  );
}

type FirstSteps = {
  classroom: Classroom;
  /** Undefined while they load. */
  students: readonly StudentStats[] | undefined;
  onPrintCards: () => void;
  onFirstGoal: () => void;
};

/** Whether a query hasn't been answered yet; one that has failed isn't waited for. */
const isAwaited = ({ isPending, failureCount }: UseQueryResult) => isPending && failureCount === 0;

/**
 * Notice with what is left to do after the students of a new class were added: print login cards, show the address. It
 * goes when somebody signs in or has a goal. When everybody is signed in, the next step is the first goal. While it is
 * `pending`, nothing below it should be shown that would move.
 */
export function useFirstSteps({ classroom, students, onPrintCards, onFirstGoal }: FirstSteps) {
  const mayManage = useMay(classroom, 'manage');
  const { closed, close } = useClosed(closedKey(classroom.id));
  const goal = useClosed(goalClosedKey(classroom.id));
  const hasNoGoals = mayManage && students !== undefined && students.length > 0 && !students.some(hasGoals);
  const isNew = !closed && hasNoGoals;
  const presence = useQuery(signedInQuery(classroom.id));
  const cards = useQuery({ ...loginCardsQuery(classroom.id), enabled: isNew });
  const pending = isNew && [presence, cards].some(isAwaited);
  const signedIn = new Set(presence.data?.map(({ studentId }) => studentId));
  if (hasNoGoals && !goal.closed && students.every(({ id }) => signedIn.has(id))) {
    const notice = (
      <FirstGoalNotice studentCount={students.length} onFirstGoal={onFirstGoal} onClose={goal.close} />
    );
    return { pending: false, notice };
  }
  const isVisible =
    isNew && presence.data?.length === 0 && cards.data?.every(({ lastUsedAt }) => lastUsedAt === null);
  const notice = isVisible && (
    <FirstStepsNotice
      classroom={classroom}
      studentCount={students.length}
      cardCount={cards.data?.length ?? 0}
      onPrintCards={onPrintCards}
      onClose={close}
    />
  );
  return { pending, notice };
}

type FirstGoalNoticeProps = { studentCount: number; onFirstGoal: () => void; onClose: () => void };

function FirstGoalNotice({ studentCount, onFirstGoal, onClose }: FirstGoalNoticeProps) {
  return (
    <Notice
      icon={<Target aria-hidden />}
      title={plural(studentCount, {
        one: 'Your student is signed in',
        other: 'All # students are signed in',
      })}
      onDismiss={onClose}
    >
      <p className="mt-1 text-ink-2">
        <Trans>Next: give the class its first goal.</Trans>
      </p>
      <div className="mt-3">
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onFirstGoal}>
          <Trans>Add the First Goal</Trans>
        </Button>
      </div>
    </Notice>
  );
}

type FirstStepsNoticeProps = {
  classroom: Classroom;
  studentCount: number;
  cardCount: number;
  onPrintCards: () => void;
  onClose: () => void;
};

function FirstStepsNotice({
  classroom,
  studentCount,
  cardCount,
  onPrintCards,
  onClose,
}: FirstStepsNoticeProps) {
  return (
    <Notice
      icon={<Users aria-hidden />}
      title={plural(studentCount, {
        one: '# student is ready to sign in',
        other: '# students are ready to sign in',
      })}
      onDismiss={onClose}
    >
      <p className="mt-1 text-ink-2">
        <Trans>Hand out login cards, then show the class where to go.</Trans>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {cardCount < studentCount ? (
          <Button variant="primary" icon={<Printer aria-hidden />} onClick={onPrintCards}>
            <Trans>Print Login Cards</Trans>
          </Button>
        ) : (
          <Done>{plural(cardCount, { one: '# login card printed', other: '# login cards printed' })}</Done>
        )}
        <ButtonLink
          variant={cardCount < studentCount ? 'secondary' : 'primary'}
          icon={<QrCode aria-hidden />}
          to={`/teacher/connect?class=${classroom.id}`}
        >
          <Trans>Connect students</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}
