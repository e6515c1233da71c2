import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FocusEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import { MAX_GOALBUCKS } from '@/api/limits';
import { Button } from '@/components/button';
import { DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { hasBadInput } from '@/lib/bad-input';
import { isPastDay } from '@/lib/format';
import { PastDateQuestion } from '@/shared/past-date-question';
import { usePastDateQuestion } from '@/shared/use-past-date-question';

import { emptyGoal, goalSchema, type GoalValues, toGoalBody } from './goal-schema';
import type { GoalRequest } from './queries';

const HALF_DATE = 'Finish the date, or leave it empty.';

function useGoalForm(initial: GoalValues, onSend: (goal: GoalRequest) => void) {
  const [halfDate, setHalfDate] = useState(false);
  const { ask, question } = usePastDateQuestion();
  const { register, handleSubmit, formState, control } = useForm<GoalValues>({
    mode: 'all',
    resolver: standardSchemaResolver(goalSchema),
    defaultValues: initial,
  });
  const dueDate = useWatch({ control, name: 'dueDate' });
  // A due date that was in the past before isn't asked about again.
  const isLate = dueDate !== initial.dueDate && dueDate !== '' && isPastDay(dueDate);
  const submitValid = handleSubmit((values) => {
    const goal = toGoalBody(values);
    const send = () => {
      onSend(goal);
    };
    if (isLate) ask(values.dueDate, send);
    else send();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const half = hasBadInput(event.currentTarget.elements.namedItem('dueDate'));
    setHalfDate(half);
    if (half) event.preventDefault();
    else void submitValid(event);
  };
  const leaveDate = (event: FocusEvent<HTMLInputElement>) => {
    setHalfDate(hasBadInput(event.target));
  };
  return {
    register,
    submit,
    leaveDate,
    formState,
    // Hidden as soon as the date is complete: hidden on blur, it would move the submit button while it is pressed.
    halfDate: halfDate && dueDate === '',
    isLate,
    question,
  };
}

type GoalFormState = ReturnType<typeof useGoalForm>;

function WorthAndDate({ form, failure }: { form: GoalFormState; failure: Error | null }) {
  const { register, formState, halfDate, isLate } = form;
  const date = register('dueDate');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="GoalBucks"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_GOALBUCKS}
        step={1}
        placeholder="e.g. 25"
        autoComplete="off"
        error={formState.errors.goalbucks?.message ?? fieldMessage(failure, 'goalbucks', 'GoalBucks')}
        {...register('goalbucks')}
      />
      <TextField
        label="Due date"
        optional
        type="date"
        max="9999-12-31"
        hint={isLate && 'This day is over: the goal will be overdue at once.'}
        error={halfDate ? HALF_DATE : fieldMessage(failure, 'dueDate', 'Due date')}
        {...date}
        onBlur={(event) => {
          form.leaveDate(event);
          void date.onBlur(event);
        }}
      />
    </div>
  );
}

type GoalFormProps = {
  /** The initial values; empty by default. */
  initial?: GoalValues;
  submitLabel: ReactNode;
  pendingLabel: ReactNode;
  pending: boolean;
  /** The error of the last attempt. */
  failure: Error | null;
  /** Shown above the buttons. */
  note?: ReactNode;
  /** Disables the submit button, whatever is typed. */
  blocked?: boolean;
  onSend: (goal: GoalRequest) => void;
};

/** A form for name, goalbucks and due date of a goal. It keeps what was typed when sending fails. */
export function GoalForm(props: GoalFormProps) {
  const { pending, failure, blocked = false } = props;
  const form = useGoalForm(props.initial ?? emptyGoal, props.onSend);
  const { errors, isDirty, isValid } = form.formState;
  const dirty = isDirty || form.halfDate;
  useDialogGuard({ dirty, busy: pending });
  useLeaveWarning(dirty);
  return (
    <>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-4">
        <TextField
          label="Goal name"
          placeholder="e.g. Read for 20 minutes every night"
          autoComplete="off"
          error={errors.name?.message ?? fieldMessage(failure, 'name', 'Goal name')}
          {...form.register('name')}
        />
        <WorthAndDate form={form} failure={failure} />
        {props.note}
        <DialogActions>
          <Button
            variant="primary"
            type="submit"
            pending={pending}
            pendingLabel={props.pendingLabel}
            disabled={blocked || !isValid}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </form>
      <PastDateQuestion {...form.question} />
    </>
  );
}
