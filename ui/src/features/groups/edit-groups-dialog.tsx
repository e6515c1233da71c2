import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { Classroom, Student, StudentGroup } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions, DialogClose } from '@/components/dialog/dialog';

import { DeleteGroupDialog } from './delete-group-dialog';
import { GroupRow } from './group-row';

type Member = Pick<Student, 'id' | 'firstName' | 'awaySince'>;

type EditGroupsProps = {
  classroom: Classroom;
  groups: readonly StudentGroup[];
  /** All students of the class, in the order in which a group lists its own. */
  students: readonly Member[];
};

/** The first name, as a student who is away is named in a group. */
function nameOf({ firstName, awaySince }: Member): string {
  return awaySince === null
    ? firstName
    : t({ message: `${firstName} (away)`, comment: 'A student who is away' });
}

function GroupList({ classroom, groups, students }: EditGroupsProps) {
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<StudentGroup | null>(null);
  const isRenaming = groups.some(({ id }) => id === renamedId);
  const namesOf = ({ studentIds }: StudentGroup) =>
    students.filter(({ id }) => studentIds.includes(id)).map(nameOf);
  return (
    <>
      <ul className="mt-4 border-t border-line empty:hidden">
        {groups.map((group) => (
          <GroupRow
            key={group.id}
            classroomId={classroom.id}
            group={group}
            names={namesOf(group)}
            isRenaming={group.id === renamedId}
            disabled={isRenaming}
            onRename={(renaming) => {
              setRenamedId(renaming ? group.id : null);
            }}
            onDelete={() => {
              setDeleted(group);
            }}
          />
        ))}
      </ul>
      <DeleteGroupDialog
        classroomId={classroom.id}
        group={deleted}
        onClose={() => {
          setDeleted(null);
        }}
      />
    </>
  );
}

function EditGroups(props: EditGroupsProps) {
  return (
    <>
      <GroupList {...props} />
      {props.groups.length === 0 && (
        <p className="mt-4">
          <Trans>This class has no groups yet.</Trans>
        </p>
      )}
      <p className="mt-4 text-small text-ink-2">
        <Trans>
          A group only ticks names in the table. Students don&apos;t see groups. To change who is in it, tick
          the right students and save them under the same name.
        </Trans>
      </p>
      <DialogActions
        cancel={
          <DialogClose>
            <Button variant="primary">
              <Trans>Done</Trans>
            </Button>
          </DialogClose>
        }
      />
    </>
  );
}

type EditGroupsDialogProps = EditGroupsProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Renames and deletes the groups of a class. */
export function EditGroupsDialog({ open, onOpenChange, ...props }: EditGroupsDialogProps) {
  const { name } = props.classroom;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <Trans>
          Groups of <bdi>{name}</bdi>
        </Trans>
      }
    >
      <EditGroups {...props} />
    </Dialog>
  );
}
