import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { Button } from '@/components/button';
import { Form } from '@/shared/form/form';
import { FormError, SubmitButton } from '@/shared/form/form-actions';
import { DueDateField, GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';
import { goalSchema, type GoalValues, toGoalBody } from '@/shared/goal-fields/goal-schema';
import { PastDateDialog } from '@/shared/goal-fields/past-date-dialog';
import { usePastDateDialog } from '@/shared/goal-fields/use-past-date-dialog';

import type { SuggestionAnswering } from './use-answer-suggestion';

function Fields({ readOnly }: { readOnly: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <GoalNameField dir="auto" className="sm:max-xl:col-span-2" readOnly={readOnly} />
      <GoalbucksField readOnly={readOnly} />
      <DueDateField readOnly={readOnly} />
    </div>
  );
}

type EditSuggestionFormProps = {
  /** Current input. */
  draft: GoalValues;
  onDraft: (draft: GoalValues) => void;
  answering: SuggestionAnswering;
  onCancel: () => void;
};

/** Form to change a suggestion before approving it. */
export function EditSuggestionForm({ draft, onDraft, answering, onCancel }: EditSuggestionFormProps) {
  const { approve, approving, failure } = answering;
  const form = useRef<HTMLFormElement>(null);
  const { askIfPast, dialogProps } = usePastDateDialog();
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <>
      <Form
        ref={form}
        aria-label={t`Change first`}
        className="mt-1 border-t border-line pt-4"
        schema={goalSchema}
        initialValues={draft}
        initialFocus="name"
        mutation={{ error: failure, isPending: approving }}
        asksBeforeClose={false}
        onValuesChange={onDraft}
        onSubmit={(values) => {
          askIfPast(values.dueDate, () => {
            approve(toGoalBody(values));
          });
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape' && !approving) onCancel();
        }}
      >
        <Fields readOnly={approving} />
        <FormError className="mt-4" />
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="ghost" disabled={approving} onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton icon={<Check aria-hidden />} pendingLabel={t`Approving`}>
            <Trans>Approve</Trans>
          </SubmitButton>
        </div>
      </Form>
      <PastDateDialog {...dialogProps} />
    </>
  );
}
