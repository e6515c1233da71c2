import { classNames } from '@/lib/class-names';

export type Bar = { value: number; className: string };
export type BarGroup = {
  label: string;
  /** The present week or month, drawn dashed. */
  isPresent: boolean;
  bars: Bar[];
};

const TOP = 26;
const LABEL_HEIGHT = 34;
const LABEL_BASELINE = 20;
/** Part of a group's width that its bars take. */
const FILLED = 0.62;

type BarChartProps = {
  groups: BarGroup[];
  /** The value at the top of the chart. */
  max: number;
  height: number;
  /** Values at which there is a line. */
  lines?: number[];
  /** The number above each bar. */
  format?: (value: number) => string;
};

/** Of more than 8 labels every second is shown, of more than 12 every third; on phones half of those. */
function labelClass(index: number, count: number): string {
  const step = count > 12 ? 3 : count > 8 ? 2 : 1;
  const fromEnd = count - 1 - index;
  if (fromEnd % step !== 0) return 'hidden';
  return fromEnd % (2 * step) === 0 ? '' : 'max-sm:hidden';
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

type GroupProps = {
  group: BarGroup;
  index: number;
  /** The number of groups. */
  count: number;
  /** The y coordinate of the value 0. */
  base: number;
  yOf: (value: number) => number;
  format: BarChartProps['format'];
};

/** The bars of a week or month, its name, and the number above the first one. */
function Group({ group, index, count, base, yOf, format }: GroupProps) {
  const width = 1 / count;
  const barWidth = (width * FILLED) / group.bars.length;
  const start = width * index + (width * (1 - FILLED)) / 2;
  const middle = percent(width * (index + 0.5));
  const first = group.bars[0]?.value ?? 0;
  return (
    <g>
      {group.bars.map((bar, number) => (
        <rect
          key={number}
          x={percent(start + barWidth * number)}
          y={yOf(bar.value)}
          width={percent(barWidth)}
          height={base - yOf(bar.value)}
          rx="3"
          strokeWidth="1.5"
          className={classNames(bar.className, group.isPresent && '[fill-opacity:.45]')}
          {...(group.isPresent && { strokeDasharray: '4 3' })}
        />
      ))}
      {format && (
        <text x={middle} y={yOf(first) - 7} textAnchor="middle" className="fill-ink text-small font-bold">
          {format(first)}
        </text>
      )}
      <text
        x={middle}
        y={base + LABEL_BASELINE}
        textAnchor="middle"
        className={classNames('fill-ink-2 text-small', labelClass(index, count))}
      >
        {group.label}
      </text>
    </g>
  );
}

/** Groups of bars, as plain SVG without a view box: words keep their size at every width. */
export function BarChart({ groups, max, height, lines = [], format }: BarChartProps) {
  const base = height - LABEL_HEIGHT;
  const yOf = (value: number) => base - ((base - TOP) * Math.max(0, value)) / max;
  return (
    // The elements that a browser's translator puts around texts aren't drawn in SVG.
    <div translate="no">
      <svg width="100%" height={height} className="block overflow-visible">
        {lines.map((line) => (
          <line key={line} x1="0" x2="100%" y1={yOf(line)} y2={yOf(line)} className="stroke-line" />
        ))}
        {groups.map((group, index) => (
          <Group key={index} {...{ group, index, base, format }} count={groups.length} yOf={yOf} />
        ))}
        <line x1="0" x2="100%" y1={base} y2={base} className="stroke-line-strong" />
      </svg>
    </div>
  );
}

const STEPS = [1, 2, 5];

/** Round numbers up to the value, at most four. */
export function roundLines(max: number): number[] {
  let step = 1;
  for (let power = 1; max / step > 4; power *= 10) {
    for (const each of STEPS) {
      step = each * power;
      if (max / step <= 4) break;
    }
  }
  return Array.from({ length: Math.floor(max / step) }, (_, line) => step * (line + 1));
}
