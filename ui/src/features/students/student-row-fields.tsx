import { LockOpen, Trash2, X } from 'lucide-react';
import { type ClipboardEvent, memo, useEffect, useRef } from 'react';

import { IconButton } from '@/components/icon-button';
import { TextField } from '@/components/input';

import { fullName } from './full-name';
import { type PastedList, pastedStudents } from './pasted-students';
import { type FieldName, FIELDS, type StudentRow } from './student-rows';

/** Four fields and two buttons; the header of the columns uses it too. */
export const rowGrid =
  'grid grid-cols-2 gap-x-3 gap-y-3 sm:grid-cols-[repeat(4,minmax(0,1fr))_4rem] sm:gap-x-2 sm:gap-y-1';

type StudentRowFieldsProps = {
  row: StudentRow;
  showPassword: boolean;
  readOnly: boolean;
  removable: boolean;
  /** Takes the focus when it appears. */
  fresh: boolean;
  onType: (key: string, name: FieldName, value: string) => void;
  onPaste: (key: string, pasted: PastedList) => void;
  onRemove: (row: StudentRow) => void;
  onUnlock: (row: StudentRow) => void;
};

/** Nothing is filled in or corrected by the browser: the teacher's own password must not land on a student. */
const plain = { autoCorrect: 'off', spellCheck: false } as const;
const behaviour = {
  firstName: { ...plain, autoComplete: 'off', autoCapitalize: 'words' },
  lastName: { ...plain, autoComplete: 'off', autoCapitalize: 'words' },
  username: { ...plain, autoComplete: 'off', autoCapitalize: 'none' },
  password: { ...plain, autoComplete: 'new-password', autoCapitalize: 'none' },
};

function Fields({ row, showPassword, readOnly, fresh, onType, onPaste }: StudentRowFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!fresh) return;
    first.current?.focus({ preventScroll: true });
    first.current?.closest('li')?.scrollIntoView({ block: 'center' });
  }, [fresh]);
  const paste = (event: ClipboardEvent, name: FieldName) => {
    const pasted = pastedStudents(event.clipboardData.getData('text'), name);
    if (!pasted || readOnly) return;
    event.preventDefault();
    onPaste(row.key, pasted);
  };
  return FIELDS.map(({ name, label }) => (
    <TextField
      key={name}
      {...behaviour[name]}
      {...(name === 'firstName' && { ref: first })}
      label={label}
      hideLabel="wide"
      type={name === 'password' && !showPassword ? 'password' : 'text'}
      placeholder={name === 'password' && row.studentId !== null ? 'Unchanged' : undefined}
      readOnly={readOnly}
      value={row.typed[name]}
      error={row.messages[name]}
      // What sticks to the dialog's top and bottom must not cover the field that the Tab key goes to.
      inputClass="scroll-mt-16 scroll-mb-32"
      onPaste={(event) => {
        paste(event, name);
      }}
      onChange={(event) => {
        onType(row.key, name, event.target.value);
      }}
    />
  ));
}

/** For who forgot the password, the way back in stands beside the new one. */
function RowButtons(props: StudentRowFieldsProps & { name: string }) {
  const { row, name, readOnly, removable, onRemove, onUnlock } = props;
  const isNew = row.studentId === null;
  return (
    <div className="flex justify-end max-sm:absolute max-sm:end-0 max-sm:top-2 sm:mt-1">
      {!isNew && (
        <IconButton
          label={`Unlock sign-in of ${name}`}
          icon={<LockOpen aria-hidden />}
          disabled={readOnly}
          onClick={() => {
            onUnlock(row);
          }}
        />
      )}
      <IconButton
        tone="danger"
        label={isNew ? 'Remove this row' : `Delete ${name}`}
        icon={isNew ? <X aria-hidden /> : <Trash2 aria-hidden />}
        disabled={!removable || readOnly}
        onClick={() => {
          onRemove(row);
        }}
      />
    </div>
  );
}

/** One student to be typed or changed; on phones a card. */
export const StudentRowFields = memo(function StudentRowFields(props: StudentRowFieldsProps) {
  const { row } = props;
  const isNew = row.studentId === null;
  const name = isNew ? 'New student' : fullName(row.saved);
  return (
    <li className="relative border-b border-line py-3 last:border-b-0 sm:py-1.5">
      <fieldset>
        <legend className="mb-2 pe-18 font-bold wrap-anywhere sm:sr-only">
          <bdi>{name}</bdi>
        </legend>
        <div className={rowGrid}>
          <Fields {...props} />
          <RowButtons {...props} name={name} />
        </div>
        {row.failure !== null && (
          <p role="alert" className="mt-1.5 text-small text-danger">
            {row.failure}
          </p>
        )}
      </fieldset>
    </li>
  );
});
