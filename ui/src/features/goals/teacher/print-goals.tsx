import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { Button } from '@/components/button';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { formatDay, formatPart, formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';
import { paidOf } from '@/shared/paid-of';
import { PrintedCell, PrintedList, PrintedRow } from '@/shared/print/printed-list';
import { usePrintSheet } from '@/shared/print/use-print-sheet';

/** Within the day in local time. */
const NOON = '12:00';

function dueDay({ dueDate }: Goal): string {
  return dueDate === null ? t`No due date` : formatDay(new Date(`${dueDate}T${NOON}`));
}

function completedDay({ completedAt }: Goal): string {
  return completedAt === null ? '' : formatDay(new Date(completedAt));
}

type SectionProps = { title: ReactNode; goals: readonly Goal[]; dayOf: (goal: Goal) => string };

/** A heading and its goals. Renders nothing without goals. */
function Section({ title, goals, dayOf }: SectionProps) {
  if (goals.length === 0) return null;
  return (
    <>
      <PrintedRow className="break-after-avoid">
        <PrintedCell colSpan={3}>
          <h2 className="mt-3">{title}</h2>
        </PrintedCell>
      </PrintedRow>
      {goals.map((goal) => (
        <PrintedRow key={goal.id}>
          <PrintedCell>
            <bdi>{goal.name}</bdi>
          </PrintedCell>
          <PrintedCell>{dayOf(goal)}</PrintedCell>
          <PrintedCell align="end">{formatNumber(paidOf(goal))}</PrintedCell>
        </PrintedRow>
      ))}
    </>
  );
}

type GoalsSheetProps = {
  studentName: string;
  className: string;
  balance: number;
  current: readonly Goal[];
  /** Those that are loaded, of all `completedCount`. */
  completed: readonly Goal[];
  completedCount: number;
};

/** Printed list of a student's goals, with absolute dates: paper is read later. */
function GoalsSheet({
  studentName,
  className,
  balance,
  current,
  completed,
  completedCount,
}: GoalsSheetProps) {
  const number = formatNumber(balance);
  const unit = amountUnit(balance);
  const found = formatPart(completed.length, completedCount);
  return (
    <PrintedList
      title={<bdi>{studentName}</bdi>}
      summary={
        <>
          <b>
            <Trans comment="Balance: 240 GoalBucks">
              Balance: {number} {unit}
            </Trans>
          </b>
          <br />
          {plural(completedCount, { one: '# goal completed', other: '# goals completed' })}
        </>
      }
      className={className}
      columns={[
        { header: t({ message: 'Goal', comment: 'Column' }) },
        { header: t({ message: 'Due or completed', comment: 'Column: a date' }), widthClass: 'w-1/4' },
        { header: t`GoalBucks`, widthClass: 'w-1/6', align: 'end' },
      ]}
    >
      <Section title={t`Current Goals`} goals={current} dayOf={dueDay} />
      <Section
        title={
          completed.length < completedCount
            ? t({ message: `Completed Goals (${found})`, comment: 'Completed Goals (50 of 120)' })
            : t`Completed Goals`
        }
        goals={completed}
        dayOf={completedDay}
      />
    </PrintedList>
  );
}

type PrintGoalsProps = {
  studentId: string;
  studentName: string;
  className: string | undefined;
  /** Undefined while it loads. */
  balance: number | undefined;
};

/** Prints the current goals and the completed ones that are loaded. */
export function PrintGoals({ studentId, studentName, className = '', balance }: PrintGoalsProps) {
  const current = useQuery(currentGoalsQuery(studentId)).data;
  const completed = useInfiniteQuery(completedGoalsQuery(studentId)).data;
  const { sheet, print } = usePrintSheet();
  if (!current || !completed || balance === undefined) return null;
  const goals = { current, completed: completed.pages.flat(), completedCount: completed.completed };
  if (goals.current.length + goals.completed.length === 0) return null;
  return (
    <>
      <Button
        icon={<Printer aria-hidden />}
        onClick={() => {
          print(() => <GoalsSheet {...goals} {...{ studentName, className, balance }} />);
        }}
      >
        <Trans comment="Button">Print</Trans>
      </Button>
      {sheet}
    </>
  );
}
