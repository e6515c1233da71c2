import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { StudentGroup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';
import { type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { groupNamed, groupSchema, MAX_GROUPS } from './group-name';
import { useSaveGroup } from './mutations';

type SaveGroupProps = {
  classroomId: string;
  groups: readonly StudentGroup[];
  /** The selected students. */
  recipients: Recipient[];
  /** Number of students in the class who can be selected. */
  classSize: number;
  /** Students who can't be selected, since they are away: they stay in a group that is replaced. */
  awayIds: readonly string[];
  onSaved: () => void;
};

function LimitReached() {
  return (
    <p className="mt-3 rounded-control bg-sunken px-4 py-2">
      <Trans>
        This class has {MAX_GROUPS} groups, which is the most it can have. Type the name of one to replace it,
        or delete one first.
      </Trans>
    </p>
  );
}

type ReplaceGroupDialogProps = {
  /** The group to replace; null while closed. */
  group: StudentGroup | null;
  /** Number of its new students. */
  count: number;
  pending: boolean;
  onConfirm: (group: StudentGroup) => void;
  onCancel: () => void;
};

function ReplaceGroupDialog({ group, count, pending, onConfirm, onCancel }: ReplaceGroupDialogProps) {
  const name = group?.name;
  return (
    <ConfirmDialog
      open={group !== null}
      onOpenChange={onCancel}
      title={
        <Trans>
          Replace <bdi>{name}</bdi>?
        </Trans>
      }
      description={
        <p>
          {plural(count, {
            one: 'There is already a group of this name. From now on it has the # student that is ticked.',
            other:
              'There is already a group of this name. From now on it has the # students that are ticked.',
          })}
        </p>
      }
      tone="primary"
      confirmLabel={t`Replace Group`}
      pendingLabel={t`Saving group`}
      pending={pending}
      onConfirm={() => {
        if (group) onConfirm(group);
      }}
    />
  );
}

function SaveGroupForm({ classroomId, groups, recipients, awayIds, onSaved }: SaveGroupProps) {
  const saving = useSaveGroup(classroomId);
  const [replaced, setReplaced] = useState<StudentGroup | null>(null);
  const studentIds = recipients.map(({ id }) => id);
  const closeQuestion = () => {
    setReplaced(null);
  };
  const save = ({ name }: { name: string }) => {
    const existing = groupNamed(groups, name);
    if (existing) setReplaced(existing);
    else saving.mutate({ name, studentIds }, { onSuccess: onSaved });
  };
  const replace = ({ id, name, studentIds: before }: StudentGroup) => {
    const away = before.filter((studentId) => awayIds.includes(studentId));
    const body = { id, name, studentIds: [...studentIds, ...away] };
    saving.mutate(body, { onSuccess: onSaved, onError: closeQuestion });
  };
  return (
    <>
      {groups.length >= MAX_GROUPS && <LimitReached />}
      <Form schema={groupSchema} initialValues={{ name: '' }} mutation={saving} onSubmit={save}>
        <FormTextField
          name="name"
          label={t`Name of the group`}
          placeholder={t`e.g. Red readers`}
          autoComplete="off"
        />
        <FormActions pendingLabel={t`Saving group`}>{t`Save Group`}</FormActions>
      </Form>
      <ReplaceGroupDialog
        group={replaced}
        count={studentIds.length}
        pending={saving.isPending}
        onConfirm={replace}
        onCancel={closeQuestion}
      />
    </>
  );
}

type SaveGroupDialogProps = SaveGroupProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Saves the selected students as a new group, or in place of those of the group that has the name. */
export function SaveGroupDialog({ open, onOpenChange, ...form }: SaveGroupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Save as a group`}
      description={<RecipientSummary recipients={form.recipients} classSize={form.classSize} />}
    >
      <SaveGroupForm {...form} />
    </Dialog>
  );
}
