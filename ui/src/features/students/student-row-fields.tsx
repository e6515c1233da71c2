import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { LockOpen, Trash2, X } from 'lucide-react';
import { type ClipboardEvent, memo, useEffect, useRef } from 'react';

import { IconButton } from '@/components/icon-button';
import { TextField } from '@/components/input';
import { SelectField } from '@/components/select-field';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, type Language, languageName, LANGUAGES } from '@/lib/language';

import { fullName } from './full-name';
import { type FieldName, FIELDS, type StudentRow } from './student-rows';

/** Grid of five fields and two buttons, shared with the column header. */
export const rowGridClass =
  'grid grid-cols-2 large-text:grid-cols-1 gap-x-3 gap-y-3 sm:grid-cols-[repeat(5,minmax(0,1fr))_4rem] sm:gap-x-2 sm:gap-y-1';

type StudentRowFieldsProps = {
  row: StudentRow;
  showPassword: boolean;
  readOnly: boolean;
  removable: boolean;
  /** Takes the focus when it appears. */
  focusOnMount: boolean;
  onType: (key: string, name: FieldName, value: string) => void;
  /** Null: that of the computer. */
  onLanguage: (key: string, language: Language | null) => void;
  /** Called with the text when a list is pasted. */
  onPasteList: (text: string) => void;
  onRemove: (row: StudentRow) => void;
  onUnlock: (row: StudentRow) => void;
};

/** Disables autofill: the teacher's own password must not end up in a student's row. */
const noCorrection = { autoCorrect: 'off', spellCheck: false } as const;
const inputProps = {
  firstName: { ...noCorrection, autoComplete: 'off', autoCapitalize: 'words' },
  lastName: { ...noCorrection, autoComplete: 'off', autoCapitalize: 'words' },
  username: { ...noCorrection, autoComplete: 'off', autoCapitalize: 'none' },
  password: { ...noCorrection, autoComplete: 'new-password', autoCapitalize: 'none' },
};

/** Several lines, or cells of a spreadsheet, aren't the text of one field. */
const isList = (text: string) => /[\t\r\n]/.test(text.trim());

function Fields({ row, showPassword, readOnly, focusOnMount, onType, onPasteList }: StudentRowFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!focusOnMount) return;
    first.current?.focus({ preventScroll: true });
    first.current?.closest('li')?.scrollIntoView({ block: 'center' });
  }, [focusOnMount]);
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isList(text) || readOnly) return;
    event.preventDefault();
    onPasteList(text);
  };
  return FIELDS.map(({ name, label }) => (
    <TextField
      key={name}
      {...inputProps[name]}
      {...(name === 'firstName' && { ref: first })}
      label={i18n._(label)}
      hideLabel="wide"
      type={name === 'password' && !showPassword ? 'password' : 'text'}
      placeholder={name === 'password' && row.studentId !== null ? t`Unchanged` : undefined}
      readOnly={readOnly}
      value={row.typed[name]}
      error={row.messages[name]?.()}
      onPaste={paste}
      onChange={(event) => {
        onType(row.key, name, event.target.value);
      }}
    />
  ));
}

function LanguageSelect({ row, readOnly, onLanguage }: StudentRowFieldsProps) {
  return (
    <SelectField
      label={t`Language`}
      hideLabel="wide"
      className="max-sm:col-span-full"
      disabled={readOnly}
      value={row.language ?? ''}
      onChange={(event) => {
        onLanguage(row.key, LANGUAGES.find((language) => language === event.target.value) ?? null);
      }}
    >
      <option value="">{t`The computer’s`}</option>
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageName(language)}
        </option>
      ))}
    </SelectField>
  );
}

/** Unlock and delete buttons of a row. */
function RowButtons(props: StudentRowFieldsProps & { name: string }) {
  const { row, name, readOnly, removable, onRemove, onUnlock } = props;
  const isNew = row.studentId === null;
  return (
    <div className="flex justify-end max-sm:absolute max-sm:end-0 max-sm:top-2 sm:mt-1">
      {!isNew && (
        <IconButton
          label={t`Unlock sign-in of ${name}`}
          icon={<LockOpen aria-hidden />}
          disabled={readOnly}
          onClick={() => {
            onUnlock(row);
          }}
        />
      )}
      <IconButton
        tone="danger"
        label={isNew ? t`Remove this row` : t`Delete ${name}`}
        icon={isNew ? <X aria-hidden /> : <Trash2 aria-hidden />}
        disabled={!removable || readOnly}
        onClick={() => {
          onRemove(row);
        }}
      />
    </div>
  );
}

/** Editable row of a student; a card on phones. */
export const StudentRowFields = memo(function StudentRowFields(props: StudentRowFieldsProps) {
  // Otherwise its texts would stay when the language changes.
  useStore(activeLanguage);
  const { row } = props;
  const isNew = row.studentId === null;
  const name = isNew ? t`New student` : fullName(row.saved);
  return (
    <li className="relative border-b border-line py-3 last:border-b-0 sm:py-1.5">
      <fieldset>
        <legend className="mb-2 pe-18 font-bold wrap-anywhere sm:sr-only">
          <bdi>{name}</bdi>
        </legend>
        <div className={rowGridClass}>
          <Fields {...props} />
          <LanguageSelect {...props} />
          <RowButtons {...props} name={name} />
        </div>
        {row.failure !== null && (
          <p role="alert" className="mt-1.5 text-small text-danger">
            {row.failure()}
          </p>
        )}
      </fieldset>
    </li>
  );
});
