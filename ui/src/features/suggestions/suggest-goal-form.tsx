import { Send } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';

import { MAX_GOALBUCKS, parseWholeNumber } from '@/api/limits';
import { useStudent } from '@/auth/session-context';
import { Button } from '@/components/button';
import { DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextAreaField, TextField } from '@/components/input';
import { toast } from '@/components/toast/toast-store';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { hasBadInput } from '@/lib/bad-input';
import { FormFailure } from '@/shared/form-failure';

import { type Idea, SUGGEST_FAILED, useSuggestGoal } from './my-suggestions-query';
import { suggestionDraftOf } from './suggestion-draft';
import { isBlank, type Problems, problemsOf, toastFor, type Written } from './suggestion-rules';

const EMPTY: Written = { name: '', goalbucks: '', description: '' };

function toIdea({ name, goalbucks, description }: Written): Idea {
  return {
    suggestedName: name.trim(),
    suggestedGoalbucks: parseWholeNumber(goalbucks) ?? 0,
    description: description.trim() || null,
  };
}

function focusFirst(form: HTMLFormElement, problems: Problems) {
  const field = (['name', 'goalbucks', 'description'] as const).find((name) => problems[name]);
  const input = field && form.elements.namedItem(field);
  if (input instanceof HTMLElement) input.focus();
}

function useSuggestForm({ onSent }: SuggestGoalFormProps) {
  const { id } = useStudent();
  const [draft] = useState(() => suggestionDraftOf(id));
  const [written, setWritten] = useState(() => draft.read() ?? EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const { mutate, isPending: sending, error: failure } = useSuggestGoal(id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const lettered = hasBadInput(event.currentTarget.elements.namedItem('goalbucks'));
    const values = lettered ? { ...written, goalbucks: '?' } : written;
    const found = problemsOf(values);
    setProblems(found);
    if (Object.keys(found).length === 0) {
      mutate(toIdea(values), { onSuccess: onSent });
      return;
    }
    const message = toastFor(values);
    if (message) toast({ tone: 'error', ...message });
    focusFirst(event.currentTarget, found);
  };
  const field = (name: keyof Written) => ({
    name,
    value: written[name],
    error: problems[name],
    readOnly: sending,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const next = { ...written, [name]: currentTarget.value };
      setWritten(next);
      draft.write(next);
      // A message that is true no longer goes; a new one comes only with the next try.
      if (problems[name] !== undefined) setProblems({ ...problems, [name]: problemsOf(next)[name] });
    },
  });
  return { written, field, submit, sending, failure };
}

function Actions({ sending }: { sending: boolean }) {
  return (
    <DialogActions>
      <Button
        variant="primary"
        type="submit"
        icon={<Send aria-hidden />}
        pending={sending}
        pendingLabel="Sending"
      >
        Submit Suggestion
      </Button>
    </DialogActions>
  );
}

type SuggestGoalFormProps = { onSent: () => void };

/** A goal that the student would like to have. Everything typed stays until it is sent. */
export function SuggestGoalForm(props: SuggestGoalFormProps) {
  const { written, field, submit, sending, failure } = useSuggestForm(props);
  const dirty = !isBlank(written);
  useDialogGuard({ dirty, busy: sending });
  useLeaveWarning(dirty);
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Goal name"
        dir="auto"
        placeholder="e.g. Read two books"
        autoComplete="off"
        {...field('name')}
      />
      <TextField
        label="Suggested GoalBucks"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_GOALBUCKS}
        step={1}
        placeholder="e.g. 25"
        autoComplete="off"
        hint="Your teacher can change it."
        {...field('goalbucks')}
      />
      <TextAreaField
        label="Why this goal?"
        optional
        dir="auto"
        placeholder="Tell your teacher what you want to do, and why"
        {...field('description')}
      />
      <FormFailure error={failure} text={SUGGEST_FAILED} />
      <Actions sending={sending} />
    </form>
  );
}
