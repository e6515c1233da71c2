import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp, UserPlus } from 'lucide-react';
import { type RefObject, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';

import type { Student } from '@/api/types';
import { Button } from '@/components/button';
import { Checkbox } from '@/components/checkbox';
import { Dialog, DialogClose } from '@/components/dialog/dialog';
import { useBlockClosing, useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { FormAlert } from '@/components/form-alert';
import { classNames } from '@/lib/class-names';

import { DeleteStudentDialog } from './delete-student-dialog';
import { useUnlockStudent } from './mutations';
import { SavingProgress } from './saving-progress';
import { rowGridClass, StudentRowFields } from './student-row-fields';
import { FIELDS, isUnsaved, type StudentRow } from './student-rows';
import { useConfirmedImport } from './use-confirmed-import';
import { type StudentRows, useStudentRows } from './use-student-rows';

type ManageStudentsProps = {
  classroomId: string;
  students: readonly Student[];
  onSaved: () => void;
  /** Opens the import, with the text of a list that was pasted. */
  onImport: (text?: string) => void;
};

function ColumnHeaders() {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        rowGridClass,
        'sticky -top-(--panel-padding) z-1 short:static -mx-(--panel-padding) mt-3 border-b border-line bg-surface px-(--panel-padding) py-2 text-small font-mid text-ink-2 max-sm:hidden!',
      )}
    >
      {FIELDS.map(({ name, label }) => (
        <span key={name}>{i18n._(label)}</span>
      ))}
      <span>
        <Trans>Language</Trans>
      </span>
    </div>
  );
}

/** Removes a new row, or asks to delete an existing student. */
function useRemoveRow(remove: (key: string) => void) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [rowToDelete, setRowToDelete] = useState<StudentRow | null>(null);
  const removeRow = useCallback(
    (row: StudentRow) => {
      if (row.studentId !== null) {
        setRowToDelete(row);
        return;
      }
      addButton.current?.focus();
      remove(row.key);
    },
    [remove],
  );
  const dialog = (
    <DeleteStudentDialog
      student={rowToDelete?.studentId ? { id: rowToDelete.studentId, ...rowToDelete.saved } : null}
      onClose={() => {
        setRowToDelete(null);
      }}
      onDeleted={() => {
        if (rowToDelete) remove(rowToDelete.key);
      }}
    />
  );
  return { addButton, removeRow, dialog };
}

function useRowUnlock() {
  const { mutate: unlock } = useUnlockStudent();
  return useCallback(
    (row: StudentRow) => {
      if (row.studentId !== null) unlock({ id: row.studentId, ...row.saved });
    },
    [unlock],
  );
}

/** Focuses the first invalid field after an incomplete save. */
function useFocusFirstError(round: object | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = round && form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    field.focus({ preventScroll: true });
    field.closest('li')?.scrollIntoView({ block: 'center' });
  }, [round]);
  return form;
}

function ImportButton({ disabled, onImport }: { disabled: boolean; onImport: () => void }) {
  return (
    <Button
      variant="ghost"
      icon={<FileUp aria-hidden className="max-sm:hidden" />}
      disabled={disabled}
      onClick={() => {
        onImport();
      }}
    >
      <Trans>Import a List</Trans>
    </Button>
  );
}

type FooterProps = {
  progress: StudentRows['progress'];
  leftOver: StudentRows['leftOver'];
  addButton: RefObject<HTMLButtonElement | null>;
  onAdd: () => void;
  onImport: () => void;
  showPasswords: boolean;
  onShowPasswords: (show: boolean) => void;
};

/** Sticky footer. */
function Footer(props: FooterProps) {
  const { progress, leftOver, addButton, onAdd, onImport, showPasswords, onShowPasswords } = props;
  const saving = progress !== null;
  return (
    <div
      data-sticky-footer
      className="sticky -bottom-(--panel-padding) z-1 short:static -mx-(--panel-padding) -mb-(--panel-padding) border-t border-line bg-surface px-(--panel-padding) py-4"
    >
      <SavingProgress progress={progress} />
      {leftOver !== null && (
        <div className="mb-3">
          <FormAlert>{leftOver}</FormAlert>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={addButton}
          variant="soft"
          icon={<UserPlus aria-hidden className="max-sm:hidden" />}
          disabled={saving}
          onClick={onAdd}
        >
          <Trans>Add Student</Trans>
        </Button>
        <ImportButton disabled={saving} onImport={onImport} />
        <Checkbox
          label={t`Show passwords`}
          checked={showPasswords}
          onChange={() => {
            onShowPasswords(!showPasswords);
          }}
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:ms-auto">
          <DialogClose>
            <Button variant="ghost">
              <Trans>Cancel</Trans>
            </Button>
          </DialogClose>
          <Button variant="primary" type="submit" pending={saving} pendingLabel={t`Saving`}>
            <Trans>Save Students</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}

type StudentRowsProps = {
  table: ReturnType<typeof useStudentRows>;
  newRowKey: string;
  showPasswords: boolean;
  onPasteList: (text: string) => void;
  onRemove: (row: StudentRow) => void;
};

function StudentRows({ table, newRowKey, showPasswords, onPasteList, onRemove }: StudentRowsProps) {
  const { rows, progress } = table;
  const unlockRow = useRowUnlock();
  return (
    <ul>
      {rows.map((row) => (
        <StudentRowFields
          key={row.key}
          row={row}
          showPassword={showPasswords}
          readOnly={progress !== null}
          removable={rows.length > 1}
          focusOnMount={row.key === newRowKey}
          onType={table.change}
          onLanguage={table.chooseLanguage}
          onPasteList={onPasteList}
          onRemove={onRemove}
          onUnlock={unlockRow}
        />
      ))}
    </ul>
  );
}

function ManageStudentsForm({ classroomId, students, onSaved, ...props }: ManageStudentsProps) {
  const table = useStudentRows({ classroomId, students, onSaved });
  const { rows, progress, round, leftOver } = table;
  const dirty = rows.some(isUnsaved);
  const [showPasswords, setShowPasswords] = useState(false);
  const [newRowKey, setNewRowKey] = useState('');
  const { addButton, removeRow, dialog: deleteDialog } = useRemoveRow(table.remove);
  const form = useFocusFirstError(round);
  useUnsavedChanges(dirty);
  useBlockClosing(progress !== null);
  const { onImport, dialog: importDialog } = useConfirmedImport(dirty, props.onImport);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void table.save();
  };
  return (
    <>
      <form ref={form} noValidate onSubmit={submit}>
        <ColumnHeaders />
        <StudentRows
          table={table}
          newRowKey={newRowKey}
          showPasswords={showPasswords}
          onPasteList={onImport}
          onRemove={removeRow}
        />
        <Footer
          progress={progress}
          leftOver={leftOver}
          addButton={addButton}
          showPasswords={showPasswords}
          onImport={onImport}
          onAdd={() => {
            setNewRowKey(table.add());
          }}
          onShowPasswords={setShowPasswords}
        />
      </form>
      {/* Outside the form: submit events of a dialog bubble through React. */}
      {deleteDialog}
      {importDialog}
    </>
  );
}

type ManageStudentsDialogProps = ManageStudentsProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Editable rows of the class's students, and new ones. */
export function ManageStudentsDialog({ open, onOpenChange, ...form }: ManageStudentsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="full"
      keepText
      title={t`Manage Students`}
      description={
        <Trans>
          A new student needs the first four fields. Leave a password empty to keep it. A language changes the
          student&apos;s own pages and login card.{' '}
          <span className="max-sm:hidden">A list that you paste opens in Import a List.</span>
        </Trans>
      }
    >
      <ManageStudentsForm {...form} />
    </Dialog>
  );
}
