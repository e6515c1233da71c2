import { Check } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';

import { fieldMessage } from '@/api/field-message';
import { MAX_GOALBUCKS, parseWholeNumber } from '@/api/limits';
import { Button } from '@/components/button';
import { TextField } from '@/components/input';
import { hasBadInput } from '@/lib/bad-input';
import { isPastDay } from '@/lib/format';
import { FormFailure } from '@/shared/form-failure';
import { PastDateQuestion } from '@/shared/past-date-question';
import { usePastDateQuestion } from '@/shared/use-past-date-question';

import { goalbucksProblem, nameProblem } from './suggestion-rules';
import type { Answering } from './use-answer-suggestion';

/** What the teacher makes of a suggestion, as the inputs give it. */
export type Draft = { name: string; goalbucks: string; dueDate: string };

type Problems = Partial<Record<keyof Draft, string | undefined>>;

function problemsOf({ name, goalbucks }: Draft, halfDate: boolean): Problems {
  return {
    name: nameProblem(name),
    goalbucks: goalbucksProblem(goalbucks),
    dueDate: halfDate ? 'Finish the date, or leave it empty.' : undefined,
  };
}

const isLate = ({ dueDate }: Draft) => dueDate !== '' && isPastDay(dueDate);

function useChangeForm({ draft, onDraft, answering }: ChangeFormProps) {
  const [problems, setProblems] = useState<Problems>({});
  const { ask, question } = usePastDateQuestion();
  const form = useRef<HTMLFormElement>(null);
  const fieldOf = (name: keyof Draft) => {
    const input = form.current?.elements.namedItem(name);
    return input instanceof HTMLElement ? input : null;
  };
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const approve = () => {
    const { name, goalbucks, dueDate } = draft;
    answering.approve({
      name: name.trim(),
      goalbucks: parseWholeNumber(goalbucks) ?? 0,
      dueDate: dueDate || null,
    });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (answering.approving) return;
    const found = problemsOf(draft, hasBadInput(event.currentTarget.elements.namedItem('dueDate')));
    setProblems(found);
    const wrong = (['name', 'goalbucks', 'dueDate'] as const).find((name) => found[name]);
    if (wrong) fieldOf(wrong)?.focus();
    else if (isLate(draft)) ask(draft.dueDate, approve);
    else approve();
  };
  const field = (name: keyof Draft, label: string) => ({
    name,
    label,
    value: draft[name],
    readOnly: answering.approving,
    error: problems[name] ?? fieldMessage(answering.failure, name, label),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const next = { ...draft, [name]: currentTarget.value };
      onDraft(next);
      // A message that is true no longer goes; a new one comes only with the next try.
      if (problems[name] !== undefined) setProblems({ ...problems, [name]: problemsOf(next, false)[name] });
    },
  });
  return { form, submit, field, question };
}

type ChangeFormProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  answering: Answering;
  onCancel: () => void;
};

function Fields({ draft, field }: { draft: Draft; field: ReturnType<typeof useChangeForm>['field'] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <TextField
        dir="auto"
        autoComplete="off"
        className="sm:max-xl:col-span-2"
        {...field('name', 'Goal name')}
      />
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_GOALBUCKS}
        step={1}
        autoComplete="off"
        {...field('goalbucks', 'GoalBucks')}
      />
      <TextField
        type="date"
        optional
        max="9999-12-31"
        hint={isLate(draft) && 'This day is over: the goal will be overdue at once.'}
        {...field('dueDate', 'Due date')}
      />
    </div>
  );
}

/** Name, goalbucks and due date, as suggested at first; Enter approves. */
export function ChangeForm(props: ChangeFormProps) {
  const { draft, answering, onCancel } = props;
  const { form, submit, field, question } = useChangeForm(props);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !answering.approving) onCancel();
  };
  return (
    <>
      {/* The keys of its fields, wherever the focus is among them. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions */}
      <form
        ref={form}
        noValidate
        aria-label="Change first"
        onSubmit={submit}
        onKeyDown={cancelOnEscape}
        className="mt-1 scroll-mt-20 scroll-mb-8 border-t border-line pt-4"
      >
        <Fields draft={draft} field={field} />
        <FormFailure
          className="mt-4"
          error={answering.failure}
          text="Failed to approve suggestion. Please try again."
          fields={['name', 'goalbucks', 'dueDate']}
        />
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="ghost" disabled={answering.approving} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            icon={<Check aria-hidden />}
            pending={answering.approving}
            pendingLabel="Approving"
          >
            Approve
          </Button>
        </div>
      </form>
      <PastDateQuestion {...question} />
    </>
  );
}
