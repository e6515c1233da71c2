import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Check, Info } from 'lucide-react';
import { type RefObject, useState } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { AssignedGoal } from '@/api/types';
import { Button } from '@/components/button';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Names } from '@/shared/names';
import { UnconfirmedSendAlert } from '@/shared/unconfirmed-send-alert';

import { describeMarking } from './assignment-texts';
import { useCompleteGoals } from './mutations';
import type { TickedGoals } from './use-ticked-goals';

/** Who was ticked and has it done already, or can no longer do it. */
function Changed({ goals }: { goals: readonly AssignedGoal[] }) {
  const names = goals.map(({ studentName }) => studentName);
  return (
    <p className="flex items-start gap-2 text-small text-ink-2 wrap-anywhere [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      <Info aria-hidden />
      <span className="min-w-0">
        <Trans comment="Names of students whose goal was completed, ended or deleted after the teacher ticked them">
          No longer ticked, since the goal was completed, has ended or was deleted: <Names names={names} />
        </Trans>
      </span>
    </p>
  );
}

const markDoneLabel = (count: number) =>
  plural(count, { one: 'Mark Done for # Student', other: 'Mark Done for # Students' });

type QuestionProps = {
  name: string;
  selected: AssignedGoal[];
  completion: ReturnType<typeof useCompleteGoals>;
  open: boolean;
  onClose: () => void;
};

/** Asks before the goals are completed; stays open after a lost response. */
function Question({ name, selected, completion, open, onClose }: QuestionProps) {
  const count = selected.length;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t({ message: 'Mark Done', comment: 'Title of a question' })}
      tone="primary"
      confirmLabel={markDoneLabel(count)}
      pendingLabel={t`Completing goals`}
      pending={completion.isPending}
      onConfirm={() => {
        completion.mutate(
          selected.map(({ id }) => id),
          closeWhenDone(onClose),
        );
      }}
      description={
        <p>
          <Trans>
            This completes{' '}
            <strong className="text-ink wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>{' '}
            for <Plural value={count} one="# student" other="# students" />.
          </Trans>{' '}
          {describeMarking(selected)}
        </p>
      }
    >
      <div className="mt-4 empty:hidden">
        <UnconfirmedSendAlert error={completion.error} unconfirmed="goals" />
      </div>
    </ConfirmDialog>
  );
}

type MarkDoneProps = {
  /** Name of the assignment. */
  name: string;
  ticked: TickedGoals;
  /** Takes the focus when the bar disappears. */
  focusAfter: RefObject<HTMLElement | null>;
};

/** The bar that marks the ticked students' goals as done, after a question; and who changed meanwhile. */
export function MarkDone({ name, ticked, focusAfter }: MarkDoneProps) {
  const { open, selected, changed, clear } = ticked;
  const [isAsking, setIsAsking] = useState(false);
  const completion = useCompleteGoals(clear);
  const { isPending } = completion;
  const count = selected.length;
  const close = () => {
    setIsAsking(false);
    completion.reset();
  };
  // All of them changed meanwhile: ticking others must not ask by itself.
  if (isAsking && count === 0 && !isPending) setIsAsking(false);
  return (
    <>
      <div role="status" className="not-empty:mt-3">
        {changed.length > 0 && !isPending && <Changed goals={changed} />}
      </div>
      {count > 0 && (
        <SelectionBar
          label={t`Selected students`}
          selectedCount={count}
          all={open.length}
          onClear={clear}
          focusAfter={focusAfter}
          className="-mx-4 mt-4 -mb-4 shadow-low!"
        >
          <p className="self-center text-small text-ink-2 max-sm:w-full">{describeMarking(selected)}</p>
          <Button
            variant="primary"
            icon={<Check aria-hidden />}
            onClick={() => {
              setIsAsking(true);
            }}
          >
            {markDoneLabel(count)}
          </Button>
        </SelectionBar>
      )}
      <Question name={name} selected={selected} completion={completion} open={isAsking} onClose={close} />
    </>
  );
}
