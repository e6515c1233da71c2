import { CircleAlert, CircleCheck, Info, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Backups } from '@/api/types';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatPastTime } from '@/lib/format';

import { isOld } from './backup-texts';

type Busy = NonNullable<Backups['busy']>;

const BUSY: Record<Busy, string> = {
  backup: 'A backup is being made. You can go on working.',
  restore: "A backup is being restored. Please don't close GoalBucks.",
  erase: 'A student is being erased from the backups.',
};

type LineProps = { tone: 'good' | 'warning'; icon: ReactNode; children: ReactNode };

function Line({ tone, icon, children }: LineProps) {
  return (
    <p
      className={classNames(
        'flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4.5',
        tone === 'warning' && 'rounded-control bg-denied-soft px-3 py-2.5 text-denied-ink',
      )}
    >
      {icon}
      <span>{children}</span>
    </p>
  );
}

function Newest({ newestAt }: { newestAt: string | null }) {
  if (newestAt === null) {
    return (
      <Line tone="good" icon={<Info aria-hidden className="text-ink-3" />}>
        No backup yet. GoalBucks makes the first one by itself a few minutes after it starts.
      </Line>
    );
  }
  const when = (
    <time dateTime={newestAt} title={formatDateTime(newestAt)}>
      {formatPastTime(newestAt)}
    </time>
  );
  if (isOld(newestAt)) {
    return (
      <Line tone="warning" icon={<CircleAlert aria-hidden />}>
        The last backup was made {when}. That is too long ago: please back up now.
      </Line>
    );
  }
  return (
    <Line tone="good" icon={<CircleCheck aria-hidden className="text-approved-ink" />}>
      Last backup: {when}
    </Line>
  );
}

/** One line: when the newest backup was made. More only when something is wrong, or under way. */
export function BackupState({ backups, making }: { backups: Backups; making: boolean }) {
  const { newestAt, lastFailure } = backups;
  const busy = making ? 'backup' : backups.busy;
  return (
    <div className="flex flex-col gap-3">
      <Newest newestAt={newestAt} />
      {lastFailure && (
        <Line tone="warning" icon={<CircleAlert aria-hidden />}>
          The try {formatPastTime(lastFailure.at)} failed. {lastFailure.sentence}
        </Line>
      )}
      <div role="status" className="empty:hidden">
        {busy && (
          <Line tone="good" icon={<LoaderCircle aria-hidden className="animate-spin" />}>
            {BUSY[busy]}
          </Line>
        )}
      </div>
    </div>
  );
}
