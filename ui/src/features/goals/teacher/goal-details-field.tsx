import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';

import { FormTextAreaField } from '@/shared/form/form-fields';

import { detailsLength, MAX_DETAILS } from './goal-form-schema';

/** An optional text for what counts as proof. */
export function GoalDetailsField() {
  const count = detailsLength(useWatch<{ details: string }>({ name: 'details' }));
  return (
    <FormTextAreaField
      name="details"
      label={t`What counts as proof?`}
      optional
      rows={2}
      hint={
        <span className="flex flex-wrap justify-between gap-x-4">
          <Trans>Stands on the student’s card, and beside the proof when you review it.</Trans>
          {count > 0 && (
            <span>
              <Trans comment="The number of characters that are typed, and the most that are allowed">
                {count} of {MAX_DETAILS}
              </Trans>
            </span>
          )}
        </span>
      }
    />
  );
}
