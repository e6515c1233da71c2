import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileSpreadsheet, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';

import type { ColumnUse, RosterPreview } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Field } from '@/components/field';
import { controlClass } from '@/components/input';

import type { ReadOptions } from './mutations';

const USES: ColumnUse[] = [
  'firstName',
  'lastName',
  'name',
  'username',
  'email',
  'password',
  'externalId',
  'idAndUsername',
  'unused',
];

function labelOfUse(use: ColumnUse): string {
  const labels: Record<ColumnUse, string> = {
    firstName: t`First name`,
    lastName: t`Last name`,
    name: t`First and last name`,
    username: t`Username`,
    email: t`Username, before the @`,
    password: t`Password`,
    externalId: t`Student ID`,
    idAndUsername: t`Student ID and username`,
    unused: t({ message: 'Not used', comment: 'A column of a list' }),
  };
  return labels[use];
}

const SEPARATORS = [',', ';', '\t', '|'];

function separatorLabel(separator: string): string {
  const labels: Partial<Record<string, string>> = {
    ',': t`Comma ( , )`,
    ';': t`Semicolon ( ; )`,
    '\t': t({ message: 'Tab', comment: 'The character between two cells' }),
  };
  return labels[separator] ?? t`Vertical bar ( | )`;
}

function columnLabel({ heading, index }: RosterPreview['columns'][number]): string {
  const number = index + 1;
  return heading == null || heading.trim() === '' ? t`Column ${number}` : heading;
}

/** Summary of how the list was read. */
function describeReading({ format, encoding, separator, rows }: RosterPreview): string {
  const count = plural(rows.length, { one: '# row', other: '# rows' });
  if (format === 'workbook') return t`${count}, Excel workbook`;
  if (format !== 'text') return t`${count}, OneRoster export`;
  const letters = encoding === 'cp1252' ? t`${count}, Western letters` : count;
  if (separator === null) return letters;
  const split = separatorLabel(separator);
  return t`${letters}, split at: ${split}`;
}

type SelectProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function SelectField({ label, value, options, onChange }: SelectProps) {
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <select
          {...control}
          className={controlClass}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The columns, each with its use; a use goes to one column only. */
function withUse(columns: RosterPreview['columns'], index: number, use: ColumnUse) {
  return columns.map((column) => {
    if (column.index === index) return { index, use };
    return { index: column.index, use: column.use === use ? 'unused' : column.use } as const;
  });
}

type PanelProps = {
  preview: RosterPreview;
  options: ReadOptions;
  onChange: (options: ReadOptions) => void;
};

function Choices({ preview, options, onChange }: PanelProps) {
  const { separator, sections, section, columns, format } = preview;
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {sections.length > 1 && (
        <SelectField
          label={format === 'workbook' ? t`Sheet` : t`Class in the list`}
          value={section ?? ''}
          options={sections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            onChange({ section: id });
          }}
        />
      )}
      {separator !== null && (
        <SelectField
          label={t`Columns are split at`}
          value={separator}
          options={SEPARATORS.map((value) => ({ value, label: separatorLabel(value) }))}
          onChange={(next) => {
            onChange({ ...options, columns: undefined, separator: next });
          }}
        />
      )}
      {columns.map((column) => {
        const name = columnLabel(column);
        return (
          <SelectField
            key={column.index}
            label={t`“${name}” is used as`}
            value={column.use}
            options={USES.map((value) => ({ value, label: labelOfUse(value) }))}
            onChange={(use) => {
              const next = withUse(columns, column.index, use as ColumnUse);
              onChange({ ...options, columns: next });
            }}
          />
        );
      })}
    </div>
  );
}

function Summary({ name, preview }: { name: string; preview: RosterPreview }) {
  const unused = preview.columns.filter(({ use }) => use === 'unused').map(columnLabel);
  const names = unused.join(', ');
  const sectionName = preview.sections.find(({ id }) => id === preview.section)?.name;
  return (
    <div className="min-w-0 grow basis-52 wrap-anywhere">
      <p>
        <b className="font-mid">
          <bdi>{name}</bdi>
        </b>{' '}
        {sectionName !== undefined && <bdi>{sectionName} </bdi>}
        <span className="text-ink-2">{describeReading(preview)}</span>
      </p>
      {unused.length > 0 && (
        <p className="text-small text-ink-2">
          <Trans>
            Not used and not kept: <b className="font-mid">{names}</b>
          </Trans>
        </p>
      )}
    </div>
  );
}

type ReadingPanelProps = PanelProps & { name: string; onAnotherList: () => void };

/** Collapsible panel with the settings with which the list was read. */
export function ReadingPanel({ name, onAnotherList, ...panel }: ReadingPanelProps) {
  const [open, setOpen] = useState(false);
  const { preview } = panel;
  return (
    <Card as="section" aria-label={t`How the list was read`} className="mb-4 p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 max-sm:hidden" />
        <Summary name={name} preview={preview} />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <Button
            variant="soft"
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
            }}
          >
            <Trans>Change How It Is Read</Trans>
          </Button>
          <Button variant="ghost" onClick={onAnotherList}>
            <Trans>Another List</Trans>
          </Button>
        </div>
      </div>
      {open && (
        <>
          <p className="mt-4 text-small text-ink-2">
            <Trans>Change anything that looks wrong: the rows below follow at once.</Trans>
          </p>
          <Choices {...panel} />
        </>
      )}
    </Card>
  );
}

type SectionChoiceProps = {
  preview: RosterPreview;
  onChoose: (section: string) => void;
  onAnotherList: () => void;
};

/** Asks which class of an export to read. */
export function SectionChoice({ preview, onChoose, onAnotherList }: SectionChoiceProps) {
  return (
    <Card as="section" aria-label={t`Classes in the list`} className="p-5">
      <h2>
        <Trans>Which class of the list?</Trans>
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {preview.sections.map(({ id, name, students }) => (
          <li key={id}>
            <Button
              block
              className="h-full flex-col gap-0! py-2! sm:whitespace-normal!"
              onClick={() => {
                onChoose(id);
              }}
            >
              <bdi className="wrap-anywhere">{name}</bdi>{' '}
              <span className="text-small text-ink-2">
                {plural(students, { one: '# student', other: '# students' })}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" className="mt-4" onClick={onAnotherList}>
        <Trans>Another List</Trans>
      </Button>
    </Card>
  );
}
