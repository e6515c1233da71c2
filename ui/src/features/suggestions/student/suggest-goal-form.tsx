import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';
import { hasUnparsedInput, UNREADABLE } from '@/lib/unparsed-input';
import { parseWholeNumber } from '@/shared/amount-rules';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';
import { GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';

import { type SuggestionInput, useSuggestGoal } from './mutations';
import { createSuggestionDraft } from './suggestion-draft';
import { suggestionSchema, type SuggestionValues, toastFor } from './suggestion-schema';

const EMPTY: SuggestionValues = { name: '', goalbucks: '', description: '' };

function toSuggestionInput({ name, goalbucks, description }: SuggestionValues): SuggestionInput {
  return {
    suggestedName: name,
    suggestedGoalbucks: parseWholeNumber(goalbucks) ?? 0,
    description: description || null,
  };
}

function toastInvalid({ goalbucks }: FieldErrors<SuggestionValues>, values: SuggestionValues) {
  const message = toastFor(hasUnparsedInput(goalbucks?.ref) ? { ...values, goalbucks: UNREADABLE } : values);
  if (!message) return;
  toast({ tone: 'error', title: i18n._(message.title), description: i18n._(message.description) });
}

type SuggestGoalFormProps = { onSent: () => void };

/** Suggestion form; keeps its values until they are sent. */
export function SuggestGoalForm({ onSent }: SuggestGoalFormProps) {
  const { id: studentId } = useStudent();
  const [draft] = useState(() => createSuggestionDraft(studentId));
  const [restored] = useState(draft.read);
  const suggestion = useSuggestGoal(studentId);
  const readOnly = suggestion.isPending;
  return (
    <Form
      schema={suggestionSchema}
      initialValues={EMPTY}
      {...(restored && { options: { values: restored, resetOptions: { keepDefaultValues: true } } })}
      mutation={suggestion}
      onValuesChange={draft.write}
      onInvalid={toastInvalid}
      onSubmit={(values) => {
        suggestion.mutate(toSuggestionInput(values), { onSuccess: onSent });
      }}
    >
      <GoalNameField dir="auto" placeholder={t`e.g. Read two books`} readOnly={readOnly} />
      <GoalbucksField
        label={t`Suggested GoalBucks`}
        placeholder={t`e.g. 25`}
        hint={t`Your teacher can change it.`}
        readOnly={readOnly}
      />
      <FormTextAreaField
        name="description"
        label={t`Why this goal?`}
        optional
        dir="auto"
        placeholder={t`Tell your teacher what you want to do, and why`}
        readOnly={readOnly}
      />
      <FormActions icon={<Send aria-hidden className="mirror-rtl" />} pendingLabel={t`Sending`}>
        <Trans>Submit Suggestion</Trans>
      </FormActions>
    </Form>
  );
}
