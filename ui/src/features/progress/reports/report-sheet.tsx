import './report-sheet.css';

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Reports, StudentReport } from '@/api/types';
import { BarChart } from '@/features/progress/bars';
import { areMonths, formatDate, spansOf, total } from '@/features/progress/weeks';
import { formatDay, formatNumber, localDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';
import type { Paper } from '@/shared/print/preferred-paper';
import { Sheet } from '@/shared/print/sheet';

const CHART_HEIGHT = 120;
/** Longer names are set smaller, and cut after two lines. */
const LONG_NAME = 36;
/** With more lines than these, each name is cut after one line, so that everything fits on the page. */
const ROOMY = { reached: 6, workingOn: 3 };

export type ReportHead = {
  /** As the teacher typed it; may be empty. */
  school: string;
  className: string;
  teacherName: string;
};

type ReportProps = { report: StudentReport; reports: Reports; head: ReportHead };

const shortDay = (date: Date) => formatDate(date, { month: 'short', day: 'numeric' });

function Header({ report: { firstName, lastName }, reports, head }: ReportProps) {
  const name = `${firstName} ${lastName}`;
  const { school, className, teacherName } = head;
  const from = formatDay(localDay(reports.from));
  const to = formatDay(localDay(reports.to));
  return (
    <header className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <p className="truncate">{school.trim() === '' ? t`Goals report` : <bdi>{school}</bdi>}</p>
        <h1
          className="line-clamp-2 font-bold wrap-anywhere"
          style={
            name.length > LONG_NAME
              ? { fontSize: '19px', lineHeight: '23px' }
              : { fontSize: '30px', lineHeight: '36px' }
          }
        >
          <bdi>{name}</bdi>
        </h1>
        <p className="truncate">
          <Trans>
            <bdi>{className}</bdi>, with <bdi>{teacherName}</bdi>
          </Trans>
        </p>
      </div>
      <p className="shrink-0 text-end">
        <Trans>
          {from} to
          <br />
          {to}
        </Trans>
      </p>
    </header>
  );
}

function Facts({ report }: { report: StudentReport }) {
  const facts: [string, number][] = [
    [t`Goals completed`, report.goalsCompleted],
    [t`GoalBucks earned`, report.earned],
    [t`Awards`, report.awards],
    [t`Spent`, report.spent],
    [t({ message: 'Has now', comment: 'The balance, on a report' }), report.balance],
  ];
  return (
    <dl className="report-facts">
      {facts.map(([label, number]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(number)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Comment({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return (
    <section>
      <h2>
        <Trans>From the teacher</Trans>
      </h2>
      <p dir="auto" className="report-comment line-clamp-11 wrap-anywhere whitespace-pre-line">
        {text.trim()}
      </p>
    </section>
  );
}

function Chart({ report, reports }: ReportProps) {
  if (report.goalsCompleted <= 0) return null;
  const weeks = reports.weeks.map((start, week) => ({ start, goals: report.goalsByWeek[week] ?? 0 }));
  const spans = spansOf(weeks).map((span) => ({ ...span, goals: total(span.weeks, ({ goals }) => goals) }));
  return (
    <section>
      <h2>{areMonths(weeks) ? t`Goals completed per month` : t`Goals completed per week`}</h2>
      <BarChart
        height={CHART_HEIGHT}
        max={Math.max(1, ...spans.map(({ goals }) => goals))}
        format={formatNumber}
        groups={spans.map(({ label, goals }) => ({
          label,
          isPresent: false,
          bars: [{ value: goals, className: '[fill:#333]' }],
        }))}
      />
    </section>
  );
}

type LinesProps = {
  title: string;
  /** Whether a name may take two lines. */
  roomy: boolean;
  rows: { name: string; details: ReactNode[] }[];
  /** How many there are besides. */
  more: number;
};

function Lines({ title, roomy, rows, more }: LinesProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <table className="w-full">
        <tbody>
          {rows.map(({ name, details }, line) => (
            <tr key={line}>
              <td>
                <span dir="auto" className={roomy ? 'line-clamp-2 wrap-anywhere' : 'line-clamp-1 break-all'}>
                  {name}
                </span>
              </td>
              {details.map((each, column) => (
                <td key={column} className="w-px ps-3! text-end whitespace-nowrap">
                  {each}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>{plural(more, { one: 'and # more', other: 'and # more' })}</p>}
    </section>
  );
}

/** "Nov 20", or "31 of 36 times" of a goal that repeats. */
function reachedWhen({ completedAt, goals, given }: StudentReport['reached'][number]): string {
  if (given === null) return shortDay(new Date(completedAt));
  const done = formatNumber(goals);
  return plural(given, { one: `${done} of # time`, other: `${done} of # times` });
}

function openUntil({ dueDate, repeats }: StudentReport['workingOn'][number]): string {
  if (repeats) return t({ message: 'repeats', comment: 'Of a goal, on a report' });
  if (dueDate === null) return t`no due date`;
  const day = shortDay(localDay(dueDate));
  return t`due ${day}`;
}

function Lists({ report }: { report: StudentReport }) {
  const { reached, workingOn, bought } = report;
  return (
    <div className="report-lists">
      <div>
        <Lines
          title={t`Goals reached`}
          roomy={reached.length <= ROOMY.reached}
          rows={reached.map((line) => ({
            name: line.name,
            details: [reachedWhen(line), formatNumber(line.goalbucks)],
          }))}
          more={report.goalsCompleted - total(reached, ({ goals }) => goals)}
        />
      </div>
      <div className="flex flex-col gap-3">
        <Lines
          title={t`Working on now`}
          roomy={workingOn.length <= ROOMY.workingOn}
          rows={workingOn.map((line) => ({ name: line.name, details: [openUntil(line)] }))}
          more={report.openGoals - total(workingOn, ({ goals }) => goals)}
        />
        <Lines
          title={t`From the class store`}
          roomy={false}
          rows={bought.map(({ itemName, goalbucksCost }) => ({
            name: itemName,
            details: [formatNumber(goalbucksCost)],
          }))}
          more={report.purchases - bought.length}
        />
      </div>
    </div>
  );
}

/** One student's report, which is always one page. */
export function ReportSheet({ paper, ...props }: ReportProps & { paper: Paper }) {
  const { report } = props;
  const printed = formatDay(serverClock.today());
  return (
    <Sheet paper={paper} className={`report-sheet report-sheet-${paper}`}>
      <Header {...props} />
      <Facts report={report} />
      <Comment text={report.comment.text} />
      <Chart {...props} />
      <Lists report={report} />
      <div className="report-signatures">
        <span>
          <Trans>Teacher</Trans>
        </span>
        <span>
          <Trans comment="Line to sign on a report">Family</Trans>
        </span>
        <span>
          <Trans comment="Line to sign on a report">Date</Trans>
        </span>
      </div>
      <footer>
        <Trans>GoalBucks are the points of this class; they aren&apos;t money. Printed on {printed}.</Trans>
      </footer>
    </Sheet>
  );
}
