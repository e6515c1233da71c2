import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';

import { Button } from '@/components/button';

import { Names } from './names';

export type Recipient = { id: string; name: string };

const MAX_NAMES = 3;

/** "For Amara Okafor, Emma Li, and 10 more." */
export function RecipientSummary({ recipients, classSize }: { recipients: Recipient[]; classSize: number }) {
  if (recipients.length === classSize && classSize > MAX_NAMES) return t`For all ${classSize} students.`;
  const names = recipients.map(({ name }) => name);
  const more = names.length > MAX_NAMES ? names.length - MAX_NAMES + 1 : 0;
  const shown =
    more > 0
      ? [
          ...names.slice(0, MAX_NAMES - 1),
          t({ message: `${more} more`, comment: 'The end of a list of students' }),
        ]
      : names;
  return (
    <span className="wrap-anywhere">
      <Trans>
        For <Names names={shown} />.
      </Trans>
    </span>
  );
}

/** Shown while no students are selected, with a button to select all. */
export function NoRecipients({ classSize, onSelectAll }: { classSize: number; onSelectAll: () => void }) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken py-2 ps-4 pe-2">
      <p>
        <Trans>No students selected yet.</Trans>
      </p>
      <Button onClick={onSelectAll}>
        <Plural value={classSize} one="Select all # student" other="Select all # students" />
      </Button>
    </div>
  );
}
