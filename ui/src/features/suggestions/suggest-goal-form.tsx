import { Send } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { parseWholeNumber } from '@/api/limits';
import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';
import { hasBadInput, UNREADABLE } from '@/lib/bad-input';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';
import { GoalbucksField, GoalNameField } from '@/shared/goal-form/goal-fields';

import { type Idea, SUGGEST_FAILED, useSuggestGoal } from './my-suggestions-query';
import { suggestionDraftOf } from './suggestion-draft';
import { suggestionSchema, type SuggestionValues, toastFor } from './suggestion-schema';

const EMPTY: SuggestionValues = { name: '', goalbucks: '', description: '' };

function toIdea({ name, goalbucks, description }: SuggestionValues): Idea {
  return {
    suggestedName: name,
    suggestedGoalbucks: parseWholeNumber(goalbucks) ?? 0,
    description: description || null,
  };
}

function useSending(studentId: string, onSent: () => void) {
  const suggestion = useSuggestGoal();
  const idempotencyKey = useIdempotencyKey();
  const send = (idea: Idea) => {
    const body = { studentId, ...idea };
    suggestion.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: () => {
          toast({ title: 'Goal suggestion submitted!', description: 'Your teacher looks at it next.' });
          onSent();
        },
        onError: (error) => {
          // The session has ended: the login screen says so.
          if (isStatus(error, 401)) return;
          const description = (error instanceof ApiError ? error.error : undefined) ?? FAILED;
          toast({ tone: 'error', title: 'Error', description });
        },
      },
    );
  };
  return { send, suggestion };
}

function sayInvalid({ goalbucks }: FieldErrors<SuggestionValues>, values: SuggestionValues) {
  const { id } = useStudent();
  const message = toastFor(hasBadInput(goalbucks?.ref) ? { ...values, goalbucks: UNREADABLE } : values);
  if (message) toast({ tone: 'error', ...message });
}

type SuggestGoalFormProps = { onSent: () => void };

/** A goal that the student would like to have. Everything typed stays until it is sent. */
export function SuggestGoalForm({ studentId, onSent }: SuggestGoalFormProps) {
  const [draft] = useState(() => suggestionDraftOf(studentId));
  const [restored] = useState(draft.read);
  const { send, suggestion } = useSending(studentId, onSent);
  const readOnly = suggestion.isPending;
  return (
    <Form
      schema={suggestionSchema}
      initialValues={EMPTY}
      {...(restored && { options: { values: restored, resetOptions: { keepDefaultValues: true } } })}
      mutation={suggestion}
      failureText={FAILED}
      onValuesChange={draft.write}
      onInvalid={sayInvalid}
      onSubmit={(values) => {
        send(toIdea(values));
      }}
    >
      <GoalNameField dir="auto" placeholder="e.g. Read two books" readOnly={readOnly} />
      <GoalbucksField
        label="Suggested GoalBucks"
        placeholder="e.g. 25"
        hint="Your teacher can change it."
        readOnly={readOnly}
      />
      <FormTextAreaField
        name="description"
        label="Why this goal?"
        optional
        dir="auto"
        placeholder="Tell your teacher what you want to do, and why"
        readOnly={readOnly}
      />
      <FormActions icon={<Send aria-hidden />} pendingLabel="Sending">
        Submit Suggestion
      </FormActions>
    </Form>
  );
}
