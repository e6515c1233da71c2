import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';

import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { localDay } from '@/lib/format';
import { formatLocales } from '@/lib/format-locales';
import { FormTextField } from '@/shared/form/form-fields';

import { emptyRange, MAX_RANGES, type NoSchoolValues, type RangeValues } from './no-school-schema';

const gridClass =
  'grid grid-cols-2 gap-x-2 gap-y-1.5 max-[359px]:grid-cols-1 sm:grid-cols-[1fr_1fr_1.3fr_auto]';

/** "November 26 – 27, 2026". */
function describeRange({ from, to }: RangeValues): string {
  const format = new Intl.DateTimeFormat(formatLocales(i18n.locale), { dateStyle: 'long' });
  return format.formatRange(localDay(from), localDay(to));
}

const labels = () => ({
  from: t({ message: 'From', comment: 'Label of the first day of a range' }),
  to: t({ message: 'To', comment: 'Label of the last day of a range' }),
  name: t({ message: 'Name', comment: 'Label: what days without school are called' }),
});

/** The labels of the columns; on phones each field has its own. */
function Head() {
  const { from, to, name } = labels();
  return (
    <div aria-hidden className={`${gridClass} mb-1.5 text-small text-ink-2 max-sm:hidden`}>
      <span>{from}</span>
      <span>{to}</span>
      <span>{name}</span>
      <span className="icon-control h-0! min-h-0!" />
    </div>
  );
}

function RangeRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const label = labels();
  const date = { type: 'date', max: '9999-12-31', hideLabel: 'wide' } as const;
  const number = index + 1;
  return (
    <li>
      <div role="group" aria-label={t`Range ${number}`} className={gridClass}>
        <FormTextField {...date} name={`rows.${index}.from`} label={label.from} />
        <FormTextField {...date} name={`rows.${index}.to`} label={label.to} />
        <FormTextField
          name={`rows.${index}.name`}
          label={label.name}
          hideLabel="wide"
          autoComplete="off"
          placeholder={t`e.g. Winter break`}
          className="max-sm:col-span-full max-sm:pe-12"
        />
        <IconButton
          label={t`Remove range ${number}`}
          icon={<Trash2 aria-hidden />}
          tone="danger"
          className="max-sm:col-span-full max-sm:-mt-11.5 max-sm:justify-self-end"
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

/** Focuses the button that adds days when there are none at first; else the form focuses the first field. */
function useFocusWithoutDays(count: number) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEmptyAtFirst] = useState(count === 0);
  useEffect(() => {
    if (isEmptyAtFirst) button.current?.focus();
  }, [isEmptyAtFirst]);
  return button;
}

/** The ranges to come, which can be changed. */
export function RangeRows() {
  const { fields, append, remove } = useFieldArray<NoSchoolValues, 'rows'>({ name: 'rows' });
  const add = useFocusWithoutDays(fields.length);
  const isFull = fields.length >= MAX_RANGES;
  return (
    <div>
      {fields.length > 0 ? (
        <>
          <Head />
          <ul className="flex flex-col gap-2 max-sm:gap-5">
            {fields.map(({ id }, index) => (
              <RangeRow
                key={id}
                index={index}
                onRemove={() => {
                  remove(index);
                  add.current?.focus();
                }}
              />
            ))}
          </ul>
        </>
      ) : (
        <p className="text-ink-2">
          <Trans>No days to come.</Trans>
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={add}
          variant="soft"
          icon={<Plus aria-hidden />}
          disabled={isFull}
          onClick={() => {
            append(emptyRange);
          }}
        >
          <Trans>Add Days</Trans>
        </Button>
        {isFull && (
          <p className="text-small text-ink-2">
            <Trans>{MAX_RANGES} are the most. Remove one first.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

function PastRange({ range, onRemove }: { range: RangeValues; onRemove: () => void }) {
  const days = describeRange(range);
  return (
    <li className="flex items-center justify-between gap-3 text-ink-3">
      <span className="min-w-0 wrap-anywhere">
        {days} <bdi>{range.name}</bdi>
      </span>
      <IconButton label={t`Remove ${days}`} icon={<Trash2 aria-hidden />} tone="danger" onClick={onRemove} />
    </li>
  );
}

/** The ranges that are over, folded. */
export function PastRanges() {
  const { fields, remove } = useFieldArray<NoSchoolValues, 'over'>({ name: 'over' });
  const [isOpen, setIsOpen] = useState(false);
  const fold = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <div>
      <button
        ref={fold}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
        className="inline-flex min-h-8 items-center gap-1 rounded-control pe-2 text-brand-ink hover:underline"
      >
        <ChevronRight
          aria-hidden
          className={`size-4.5 transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
        />
        <Plural value={fields.length} one="# that is over" other="# that are over" />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        aria-label={plural(fields.length, { one: '# that is over', other: '# that are over' })}
        className="mt-1"
      >
        {fields.map((each, index) => (
          <PastRange
            key={each.id}
            range={each}
            onRemove={() => {
              remove(index);
              fold.current?.focus();
            }}
          />
        ))}
      </ul>
    </div>
  );
}
