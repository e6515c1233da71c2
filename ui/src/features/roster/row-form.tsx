import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { TextField } from '@/components/input';

import { type RosterField, FIELDS, type FieldValues, isOfClass, type JudgedRow } from './roster-rows';
import { fieldLabel, reasonText } from './row-texts';

type RowFieldProps = {
  row: JudgedRow;
  field: RosterField;
  value: string;
  onType: (value: string) => void;
  onLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function messageOf(row: JudgedRow, field: RosterField): string | undefined {
  const error = row.errors[field];
  return error ? reasonText(error, row.preview.line) : row.serverErrors[field]?.();
}

/** Hides its message while the user types, and shows it again on blur. */
function RowField({ row, field, value, onType, onLeave, onKeyDown }: RowFieldProps) {
  const isTyped = value !== row.values[field];
  return (
    <TextField
      label={fieldLabel(field)}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize={field === 'firstName' || field === 'lastName' ? 'words' : 'none'}
      spellCheck={false}
      className="min-w-0"
      value={value}
      error={isTyped ? undefined : messageOf(row, field)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        onType(event.target.value);
      }}
    />
  );
}

/** Names, username and password; the identifier only if something is wrong with it. */
function shownFields(row: JudgedRow): RosterField[] {
  return FIELDS.filter((field) => {
    if (field === 'password') return !isOfClass(row);
    return field !== 'externalId' || messageOf(row, field) !== undefined;
  });
}

/** Focuses the first field with an error, else the first field, when the teacher opens the form. */
function useFocusOnOpen(focus: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!focus) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (field ?? form.current?.querySelector('input'))?.focus();
  }, [focus]);
  return form;
}

type RowFormProps = {
  row: JudgedRow;
  /** Takes the focus when it appears. */
  focus: boolean;
  onEdit: (edits: Partial<FieldValues>) => void;
  /** Closes the form. */
  onClose: () => void;
  onSkip: () => void;
};

/** The fields that differ from the row's. */
function changesOf(row: JudgedRow, values: Partial<FieldValues>): Partial<FieldValues> | null {
  const changed = FIELDS.filter(
    (field) => values[field] !== undefined && values[field] !== row.values[field],
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** Input of the form until it is saved or discarded. */
function useTyped(row: JudgedRow, onEdit: RowFormProps['onEdit']) {
  const [typed, setTyped] = useState<Partial<FieldValues>>({});
  const [initial] = useState(row.values);
  const change = (values: Partial<FieldValues>) => {
    const changes = changesOf(row, values);
    if (changes) onEdit(changes);
    setTyped({});
  };
  return {
    typed,
    setTyped,
    save: () => {
      change(typed);
    },
    discard: () => {
      change(initial);
    },
  };
}

/** Fields of a row, saved on blur. Enter closes the form; Escape also discards all changes since it was opened. */
export function RowForm({ row, focus, onEdit, onClose, onSkip }: RowFormProps) {
  const { typed, setTyped, save, discard } = useTyped(row, onEdit);
  const form = useFocusOnOpen(focus);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
    onClose();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    discard();
    onClose();
  };
  const { line } = row.preview;
  return (
    <form ref={form} noValidate aria-label={t`Row ${line}`} onSubmit={submit}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {shownFields(row).map((field) => (
          <RowField
            key={field}
            row={row}
            field={field}
            value={typed[field] ?? row.values[field]}
            onLeave={save}
            onKeyDown={closeOnEscape}
            onType={(value) => {
              setTyped({ ...typed, [field]: value });
            }}
          />
        ))}
      </div>
      {row.serverErrors.row !== undefined && (
        <p role="alert" className="mt-3 text-small text-danger">
          {row.serverErrors.row()}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" onKeyDown={closeOnEscape}>
          <Trans>Done</Trans>
        </Button>
        <Button variant="ghost" onClick={onSkip} onKeyDown={closeOnEscape}>
          <Trans>Skip This Row</Trans>
        </Button>
      </div>
    </form>
  );
}
