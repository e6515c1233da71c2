import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Info, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

import { serverSentence } from '@/api/server-sentence';
import type { Backups } from '@/api/types';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatPastTime } from '@/lib/format';

import { isStale } from './backup-labels';

type Busy = NonNullable<Backups['busy']>;

const BUSY_MESSAGES: Record<Busy, MessageDescriptor> = {
  backup: msg`A backup is being made. You can go on working.`,
  restore: msg`A backup is being restored. Please don't close GoalBucks.`,
  erase: msg`A student is being erased from the backups.`,
};

type LineProps = { tone: 'good' | 'warning'; icon: ReactNode; children: ReactNode };

function StatusLine({ tone, icon, children }: LineProps) {
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

function LatestBackup({ newestAt }: { newestAt: string | null }) {
  if (newestAt === null) {
    return (
      <StatusLine tone="good" icon={<Info aria-hidden className="text-ink-3" />}>
        <Trans>No backup yet. GoalBucks makes the first one by itself a few minutes after it starts.</Trans>
      </StatusLine>
    );
  }
  const when = formatPastTime(newestAt);
  const fullTime = formatDateTime(newestAt);
  if (isStale(newestAt)) {
    return (
      <StatusLine tone="warning" icon={<CircleAlert aria-hidden />}>
        <Trans>
          The last backup was made{' '}
          <time dateTime={newestAt} title={fullTime}>
            {when}
          </time>
          . That is too long ago: please back up now.
        </Trans>
      </StatusLine>
    );
  }
  return (
    <StatusLine tone="good" icon={<CircleCheck aria-hidden className="text-approved-ink" />}>
      <Trans>
        Last backup:{' '}
        <time dateTime={newestAt} title={fullTime}>
          {when}
        </time>
      </Trans>
    </StatusLine>
  );
}

function LastFailure({ failure }: { failure: NonNullable<Backups['lastFailure']> }) {
  const when = formatPastTime(failure.at);
  return (
    <StatusLine tone="warning" icon={<CircleAlert aria-hidden />}>
      <Trans comment='A try to back up, such as "today at 2:05 PM"'>The try {when} failed.</Trans>{' '}
      {serverSentence(failure, failure.sentence)}
    </StatusLine>
  );
}

/** Time of the newest backup, plus the last failure and the running operation, if any. */
export function BackupState({ backups, making }: { backups: Backups; making: boolean }) {
  const { newestAt, lastFailure } = backups;
  const busy = making ? 'backup' : backups.busy;
  return (
    <div className="flex flex-col gap-3">
      <LatestBackup newestAt={newestAt} />
      {lastFailure && <LastFailure failure={lastFailure} />}
      <div role="status" className="empty:hidden">
        {busy && (
          <StatusLine tone="good" icon={<LoaderCircle aria-hidden className="animate-spin" />}>
            {i18n._(BUSY_MESSAGES[busy])}
          </StatusLine>
        )}
      </div>
    </div>
  );
}
