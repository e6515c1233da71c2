import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';

import type { StudentGroup } from '@/api/types';
import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';
import { Names } from '@/shared/names';

import { groupSchema } from './group-name';
import { useSaveGroup } from './mutations';

type RenameFormProps = { classroomId: string; group: StudentGroup; onClose: () => void };

/** A field for the name; the group's students stay those that it has when it is saved. */
function RenameForm({ classroomId, group, onClose }: RenameFormProps) {
  const saving = useSaveGroup(classroomId);
  return (
    <Form
      schema={groupSchema}
      initialValues={{ name: group.name }}
      initialFocus="name"
      mutation={saving}
      className="flex flex-wrap items-start gap-2"
      onSubmit={({ name }) => {
        saving.mutate({ id: group.id, name, studentIds: group.studentIds }, { onSuccess: onClose });
      }}
    >
      <FormTextField
        name="name"
        label={t`Name of the group`}
        hideLabel
        autoComplete="off"
        className="min-w-40 grow"
      />
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <SecondaryButton onClick={onClose}>{t`Cancel`}</SecondaryButton>
        <SubmitButton pendingLabel={t`Saving`}>{t`Save`}</SubmitButton>
      </div>
      <FormError className="w-full" />
    </Form>
  );
}

function MemberNames({ names }: { names: string[] }) {
  return (
    <p className="mt-1 text-small text-ink-2 wrap-anywhere">
      {names.length === 0 ? <Trans comment="In a group">No students</Trans> : <Names names={names} />}
    </p>
  );
}

/** Focuses the button when the form that has replaced it closes. */
function useFocusAfter(isReplaced: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasReplaced = useRef(isReplaced);
  useEffect(() => {
    if (wasReplaced.current && !isReplaced) button.current?.focus();
    wasReplaced.current = isReplaced;
  }, [isReplaced]);
  return button;
}

type GroupRowProps = {
  classroomId: string;
  group: StudentGroup;
  /** The first names of its students. */
  names: string[];
  isRenaming: boolean;
  /** While another group is renamed. */
  disabled: boolean;
  onRename: (renaming: boolean) => void;
  onDelete: () => void;
};

/** A group with its students, to be renamed or deleted. */
export function GroupRow({
  classroomId,
  group,
  names,
  isRenaming,
  disabled,
  onRename,
  onDelete,
}: GroupRowProps) {
  const { name } = group;
  const renameButton = useFocusAfter(isRenaming);
  return (
    <li className="border-b border-line py-3">
      {isRenaming ? (
        <RenameForm
          classroomId={classroomId}
          group={group}
          onClose={() => {
            onRename(false);
          }}
        />
      ) : (
        <div className="flex items-center gap-2">
          <h3 className="min-w-0 grow font-bold wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <Button
            ref={renameButton}
            variant="ghost"
            disabled={disabled}
            aria-label={t`Rename ${name}`}
            onClick={() => {
              onRename(true);
            }}
          >
            <Trans>Rename</Trans>
          </Button>
          <IconButton
            label={t`Delete ${name}`}
            icon={<Trash2 aria-hidden />}
            tone="danger"
            disabled={disabled}
            onClick={onDelete}
          />
        </div>
      )}
      <MemberNames names={names} />
    </li>
  );
}
