import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '@/components/button';
import { sortRows } from '@/components/data-table/table-sort';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/illustrations';
import { controlClass } from '@/components/input';
import { classNames } from '@/lib/class-names';
import { formatPart, formatNumber } from '@/lib/format';

import type { FilterName, FilterOption } from './filter-options';
import type { Filters } from './use-filters';

function nameOf(filter: FilterName): string {
  switch (filter) {
    case 'class':
      return t`Class`;
    case 'goal':
      return t`Goal`;
    case 'item':
      return t({ message: 'Item', comment: 'Column: an item of the store' });
    case 'student':
      return t`Student`;
  }
}

function allOf(filter: FilterName, count: string): string {
  switch (filter) {
    case 'class':
      return t`All classes (${count})`;
    case 'goal':
      return t`All goals (${count})`;
    case 'item':
      return t`All items (${count})`;
    case 'student':
      return t`All students (${count})`;
  }
}

type FilterSelectProps = {
  name: FilterName;
  value: string | undefined;
  options: FilterOption[];
  onChoose: Filters['choose'];
};

function FilterSelect({ name, value, options, onChoose }: FilterSelectProps) {
  const total = options.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="relative min-w-0 max-sm:grow max-sm:basis-36">
      <select
        aria-label={nameOf(name)}
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          onChoose(name, currentTarget.value || null);
        }}
        className={classNames(
          controlClass,
          'appearance-none truncate py-1 pe-9 font-mid sm:max-w-72',
          value !== undefined && 'border-brand! bg-brand-soft! text-brand-ink!',
        )}
      >
        <option value="">{allOf(name, formatNumber(total))}</option>
        {sortRows(options, ({ label }) => label, 'ascending').map((option) => (
          <option key={option.value} value={option.value}>
            {`${option.label} (${formatNumber(option.count)})`}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-2"
      />
    </span>
  );
}

type FilterBarProps = {
  filters: Filters;
  /** How many rows are shown, of how many; announced after a change. */
  count?: { shown: number; all: number };
};

/** Selects for the filters that have a choice, and a button that clears them. */
export function FilterBar({ filters, count }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { values, options, isSet, choose, clear } = filters;
  const names = (Object.keys(options) as FilterName[]).filter(
    (name) => values[name] !== undefined || (options[name]?.length ?? 0) > 1,
  );
  if (names.length === 0) return null;
  return (
    <div ref={bar} role="group" aria-label={t`Filters`} className="mb-3 flex flex-wrap items-center gap-2">
      {names.map((name) => (
        <FilterSelect
          key={name}
          name={name}
          value={values[name]}
          options={options[name] ?? []}
          onChoose={choose}
        />
      ))}
      {isSet && (
        <Button
          variant="link"
          className="max-sm:w-full"
          onClick={() => {
            // This button disappears.
            bar.current?.querySelector('select')?.focus();
            clear();
          }}
        >
          <Trans>Show All</Trans>
        </Button>
      )}
      <p role="status" className="sr-only">
        {isSet && count && formatPart(count.shown, count.all)}
      </p>
    </div>
  );
}

/** The empty state of a list of which other rows wait. */
export function NothingMatches({ filters }: { filters: Filters }) {
  const student = filters.options.student?.find(({ value }) => value === filters.values.student)?.label;
  return (
    <EmptyState
      art={<TrayArt />}
      title={student === undefined ? t`Nothing that matches waits` : t`Nothing of ${student} waits`}
      action={
        <Button variant="primary" onClick={filters.clear}>
          <Trans>Show All</Trans>
        </Button>
      }
    />
  );
}
