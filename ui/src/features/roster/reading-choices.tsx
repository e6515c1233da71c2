import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { ColumnUse, RosterPreview } from '@/api/types';
import { SelectField } from '@/components/select-field';

import type { ReadOptions } from './mutations';
import {
  columnLabel,
  ENCODINGS,
  encodingLabel,
  NO_SEPARATOR,
  optionsOf,
  sectionLabel,
  separatorLabel,
  SEPARATORS,
  labelOfUse,
  USES,
} from './reading-texts';

type SelectProps = {
  label: string;
  hint?: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function OptionSelect({ options, onChange, ...props }: SelectProps) {
  return (
    <SelectField
      {...props}
      className="min-w-0 wrap-anywhere"
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}

type EncodingProps = { encoding: string; onChange: (encoding: string) => void };

export function EncodingSelect({ encoding, onChange }: EncodingProps) {
  return (
    <OptionSelect
      label={t`Letters are read as`}
      value={encoding}
      options={optionsOf(ENCODINGS, encoding, encodingLabel)}
      onChange={onChange}
    />
  );
}

/** The columns, each with its use; a use goes to one column only. */
function withUse(columns: RosterPreview['columns'], index: number, use: ColumnUse) {
  return columns.map((column) => {
    if (column.index === index) return { index, use };
    return { index: column.index, use: column.use === use ? 'unused' : column.use } as const;
  });
}

export type ChoicesProps = {
  preview: RosterPreview;
  options: ReadOptions;
  /** Whether the list is a file, whose letters can be read otherwise. */
  isFile: boolean;
  onChange: (options: ReadOptions) => void;
};

function ColumnSelects({ preview: { columns }, options, onChange }: ChoicesProps) {
  return columns.map((column) => {
    const name = columnLabel(column);
    const { index, samples, use } = column;
    return (
      <OptionSelect
        key={index}
        label={t`“${name}” is used as`}
        hint={samples.length > 0 && <bdi className="line-clamp-2">{samples.join(', ')}</bdi>}
        value={use}
        options={USES.map((value) => ({ value, label: labelOfUse(value) }))}
        onChange={(next) => {
          onChange({ ...options, columns: withUse(columns, index, next as ColumnUse) });
        }}
      />
    );
  });
}

/** The settings with which the list was read; each change reads it again. */
export function ReadingChoices(props: ChoicesProps) {
  const { preview, options, isFile, onChange } = props;
  const { encoding, separator, sections, section, format } = preview;
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {sections.length > 1 && (
        <OptionSelect
          label={format === 'workbook' ? t`Sheet` : t`Class in the list`}
          value={section ?? ''}
          options={sections.map((each) => ({ value: each.id, label: sectionLabel(each) }))}
          onChange={(id) => {
            onChange({ section: id });
          }}
        />
      )}
      {format === 'text' && (
        <OptionSelect
          label={t`Columns are split at`}
          value={separator ?? NO_SEPARATOR}
          options={optionsOf(SEPARATORS, separator ?? NO_SEPARATOR, separatorLabel)}
          onChange={(next) => {
            onChange({ ...options, columns: undefined, separator: next });
          }}
        />
      )}
      {isFile && encoding !== null && (
        <EncodingSelect
          encoding={encoding}
          onChange={(next) => {
            onChange({ ...options, encoding: next });
          }}
        />
      )}
      <ColumnSelects {...props} />
    </div>
  );
}
