import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';

import type { WeekProgress } from '@/api/types';
import { BarChart, roundLines } from '@/features/progress/bars';
import { areMonths, rowLabel, type Span, spansOf, total } from '@/features/progress/weeks';
import { browserStorage } from '@/lib/browser-storage';
import { formatNumber } from '@/lib/format';

import { ChartCard, SumsTable } from './chart-card';

const HEIGHT = 216;
const KEY = 'progress_as_table';

type CardProps = {
  spans: Span<WeekProgress>[];
  byMonth: boolean;
  asTable: boolean;
  onToggle: () => void;
};

const goalsOf = ({ weeks }: Span<WeekProgress>) => total(weeks, (week) => week.goalsCompleted);
const earnedIn = ({ weeks }: Span<WeekProgress>) => total(weeks, (week) => week.earned);
const spentIn = ({ weeks }: Span<WeekProgress>) => total(weeks, (week) => week.spent);

const maxOf = (numbers: number[]) => Math.max(1, ...numbers);

function LegendItem({ swatch, children }: { swatch: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="14" height="14">
        <rect x="1" y="1" width="12" height="12" rx="3" strokeWidth="1.5" className={swatch} />
      </svg>
      {children}
    </span>
  );
}

const SPENT_PATTERN = 'progress-spent';
const earnedClass = 'fill-coin stroke-gold-ink';
const spentClass = 'fill-[url(#progress-spent)] stroke-gold-ink';

/** Stripes, so that what was spent isn't told by colour alone. */
function SpentPattern() {
  return (
    <svg width="0" height="0" className="absolute">
      <pattern
        id={SPENT_PATTERN}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className="fill-gold-soft" />
        <rect width="2.2" height="6" className="fill-gold-ink" />
      </pattern>
    </svg>
  );
}

function PresentLegend({ byMonth }: { byMonth: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="14" height="14">
        <rect
          x="1"
          y="1"
          width="12"
          height="12"
          rx="3"
          strokeWidth="1.5"
          strokeDasharray="3 2"
          className="fill-brand stroke-brand [fill-opacity:.45]"
        />
      </svg>
      {byMonth ? <Trans>This month so far</Trans> : <Trans>This week so far</Trans>}
    </span>
  );
}

function GoalsCard({ spans, byMonth, asTable, onToggle }: CardProps) {
  const title = byMonth ? t`Goals completed per month` : t`Goals completed per week`;
  return (
    <ChartCard
      title={title}
      asTable={asTable}
      onToggle={onToggle}
      legend={spans.some(({ isPresent }) => isPresent) && <PresentLegend byMonth={byMonth} />}
      chart={
        <BarChart
          height={HEIGHT}
          max={maxOf(spans.map(goalsOf))}
          format={formatNumber}
          groups={spans.map((span) => ({
            ...span,
            bars: [{ value: goalsOf(span), className: 'fill-brand stroke-brand' }],
          }))}
        />
      }
      table={
        <SumsTable
          label={title}
          headings={[byMonth ? t`Month` : t`Week from`, t`Goals completed`]}
          rows={spans.map((span) => ({ label: rowLabel(span), numbers: [formatNumber(goalsOf(span))] }))}
        />
      }
    />
  );
}

/** The numbers at the lines, beside the chart. */
function Axis({ lines, max }: { lines: number[]; max: number }) {
  const longest = formatNumber(lines.at(-1) ?? 0);
  return (
    <div className="relative shrink-0 text-small text-ink-2">
      <span className="invisible">{longest}</span>
      {[0, ...lines].map((line) => (
        <span
          key={line}
          className="absolute end-0 -translate-y-1/2"
          style={{ top: HEIGHT - 34 - ((HEIGHT - 60) * line) / max }}
        >
          {formatNumber(line)}
        </span>
      ))}
    </div>
  );
}

function GoalbucksLegend() {
  return (
    <>
      <SpentPattern />
      <LegendItem swatch={earnedClass}>
        <Trans>Earned with goals</Trans>
      </LegendItem>
      <LegendItem swatch={spentClass}>
        <Trans>Spent</Trans>
      </LegendItem>
    </>
  );
}

function GoalbucksCard({ spans, byMonth, asTable, onToggle }: CardProps) {
  const title = byMonth ? t`GoalBucks per month` : t`GoalBucks per week`;
  const max = maxOf([...spans.map(earnedIn), ...spans.map(spentIn)]);
  const lines = roundLines(max);
  return (
    <ChartCard
      title={title}
      asTable={asTable}
      onToggle={onToggle}
      legend={<GoalbucksLegend />}
      chart={
        <div className="flex gap-2">
          <Axis lines={lines} max={max} />
          <div className="min-w-0 grow">
            <BarChart
              height={HEIGHT}
              max={max}
              lines={lines}
              groups={spans.map((span) => ({
                ...span,
                bars: [
                  { value: earnedIn(span), className: earnedClass },
                  { value: spentIn(span), className: spentClass },
                ],
              }))}
            />
          </div>
        </div>
      }
      table={
        <SumsTable
          label={title}
          headings={[byMonth ? t`Month` : t`Week from`, t`Earned`, t`Spent`]}
          rows={spans.map((span) => ({
            label: rowLabel(span),
            numbers: [formatNumber(earnedIn(span)), formatNumber(spentIn(span))],
          }))}
        />
      }
    />
  );
}

/** Completed goals and GoalBucks by week, beyond 16 weeks by month; as tables if the teacher prefers them. */
export function ProgressCharts({ weeks }: { weeks: WeekProgress[] }) {
  const [asTable, setAsTable] = useState(() => browserStorage.get(KEY) !== null);
  const card = {
    spans: spansOf(weeks),
    byMonth: areMonths(weeks),
    asTable,
    onToggle: () => {
      if (asTable) browserStorage.remove(KEY);
      else browserStorage.set(KEY, 'yes');
      setAsTable(!asTable);
    },
  };
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <GoalsCard {...card} />
      <GoalbucksCard {...card} />
    </div>
  );
}
