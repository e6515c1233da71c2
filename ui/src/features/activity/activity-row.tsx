import { Plural } from '@lingui/react/macro';

import type { Activity } from '@/api/types';
import { Badge } from '@/components/badge';
import type { RowFocusProps } from '@/components/show-more';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatTime } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { ActivityMessage } from './activity-messages';
import { deviceLabel, whoDid } from './activity-texts';
import { includesActor, isFailure, isMerged, type Kind, kindMeta } from './kinds';

export const rowClass =
  'flex items-start gap-3 border-t border-line px-4 py-3 outline-offset-[-3px]! first:border-t-0 sm:gap-4 sm:px-5';

const tones = {
  plain: 'bg-sunken text-ink-2',
  good: 'bg-approved-soft text-approved-ink',
  bad: 'bg-denied-soft text-denied-ink',
  gold: 'bg-gold-soft text-gold-ink',
};

/** Kinds that show an amount, and whether it is signed. */
const amountStyles: Partial<Record<Kind, 'signed' | 'plain'>> = {
  submission_approved: 'signed',
  goal_completed: 'signed',
  correction: 'signed',
  award: 'signed',
  purchase_fulfilled: 'plain',
  fulfillment_undone: 'plain',
  purchase_cancelled: 'signed',
};

function ActivityAmount({ row: { kind, amount } }: { row: Activity }) {
  const sign = amountStyles[kind];
  if (sign === undefined || amount === null) return null;
  return (
    <span className="ms-auto shrink-0 ps-2">
      <Amount hideUnit signed={sign === 'signed'} plain={sign === 'plain' || amount < 0} value={amount} />
    </span>
  );
}

/** Number of repetitions within five minutes. Other kinds count students, whom their message mentions. */
function RepeatCount({ row: { kind, count } }: { row: Activity }) {
  if (count === 1 || !isMerged(kind)) return null;
  const { Icon } = kindMeta[kind];
  return (
    <Badge tone={isFailure(kind) ? 'denied' : 'plain'} icon={<Icon aria-hidden />}>
      <Plural value={count} one="# time" other="# times" />
    </Badge>
  );
}

type ActivityRowProps = {
  row: Activity;
  /** Shown only if the teacher has several classes. */
  className: string | undefined;
  focusProps: RowFocusProps;
};

/** An activity log entry: message, time and device. */
export function ActivityRow({ row, className, focusProps }: ActivityRowProps) {
  const { Icon, tone } = kindMeta[row.kind];
  const details = [includesActor(row.kind) ? undefined : whoDid(row), className, deviceLabel(row)].filter(
    Boolean,
  );
  return (
    <li {...focusProps} className={rowClass}>
      <span
        className={classNames(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-control [&>svg]:size-4.5',
          tones[tone],
        )}
      >
        <Icon aria-hidden />
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className={classNames('min-w-0 wrap-anywhere', tone === 'bad' && 'font-mid text-denied-ink')}>
            <ActivityMessage row={row} />
          </p>
          <RepeatCount row={row} />
        </div>
        <p className="text-small text-ink-2 wrap-anywhere">
          <time dateTime={row.createdAt} title={formatDateTime(row.createdAt)}>
            {formatTime(row.createdAt)}
          </time>
          {details.map((detail) => (
            <span key={detail}>
              {' '}
              <span aria-hidden>·</span> <bdi>{detail}</bdi>
            </span>
          ))}
        </p>
      </div>
      <ActivityAmount row={row} />
    </li>
  );
}
