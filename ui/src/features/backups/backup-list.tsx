import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download, History, Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Backup } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button, buttonClass } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { formatDateTime, formatSize } from '@/lib/format';
import { backupKindLabel } from '@/shared/backup-kind';

import { backupDownloadPath, isDeletable, missingContentLabel, backupTimeLabels } from './backup-labels';

/** Initially visible backups: restores nearly always use a recent one. */
const INITIAL_COUNT = 5;

type RowProps = {
  backup: Backup;
  /** Creation time, unique among the listed backups. */
  madeAtLabel: string;
  disabled: boolean;
  onRestore: () => void;
  onDelete: () => void;
};

function Actions({ backup, madeAtLabel, disabled, onRestore, onDelete }: RowProps) {
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-1">
      <a
        href={backupDownloadPath(backup.name)}
        download
        aria-label={t({
          message: `Save a copy of the backup made ${madeAtLabel}`,
          comment: 'Such as "today at 2:05 PM"',
        })}
        className={buttonClass({ variant: 'link' })}
      >
        <Download aria-hidden />
        <Trans>Save a copy</Trans>
      </a>
      <Button
        variant="link"
        icon={<History aria-hidden />}
        disabled={disabled}
        aria-label={t`Restore the backup made ${madeAtLabel}`}
        onClick={onRestore}
      >
        <Trans>Restore</Trans>
      </Button>
      {isDeletable(backup) ? (
        <IconButton
          label={t`Delete the backup made ${madeAtLabel}`}
          icon={<Trash2 aria-hidden />}
          tone="danger"
          disabled={disabled}
          onClick={onDelete}
        />
      ) : (
        // Placeholder that keeps the buttons of all rows aligned.
        <span className="icon-control max-sm:hidden" />
      )}
    </div>
  );
}

function Row(props: RowProps) {
  const { backup, madeAtLabel } = props;
  const { kind, madeAt, bytes, locked, sharesPhotos } = backup;
  const size = formatSize(bytes);
  const contents = [sharesPhotos ? t`${size} and shared photos` : size, missingContentLabel(kind)];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="font-mid">{backupKindLabel(kind)}</span>
          {locked && (
            <Badge tone="plain" icon={<Lock aria-hidden />}>
              <Trans comment="A backup with a passphrase">Locked</Trans>
            </Badge>
          )}
        </p>
        <p className="text-small text-ink-2 first-letter:uppercase">
          <time dateTime={madeAt} title={formatDateTime(madeAt)}>
            {madeAtLabel}
          </time>
          , {contents.filter((content) => content !== undefined).join(', ')}
        </p>
      </div>
      <Actions {...props} />
    </li>
  );
}

type BackupListProps = {
  backups: readonly Backup[];
  /** True while a backup is being created or restored. */
  disabled: boolean;
  onRestore: (backup: Backup) => void;
  onDelete: (backup: Backup) => void;
};

/** Existing backups, newest first. */
export function BackupList({ backups, disabled, onRestore, onDelete }: BackupListProps) {
  const [showAll, setShowAll] = useState(false);
  const timeLabels = backupTimeLabels(backups);
  const count = backups.length;
  const shown = showAll ? backups : backups.slice(0, INITIAL_COUNT);
  return (
    <>
      <ul aria-label={t`Kept backups`}>
        {shown.map((backup) => (
          <Row
            key={backup.name}
            backup={backup}
            madeAtLabel={timeLabels.get(backup.name) ?? ''}
            disabled={disabled}
            onRestore={() => {
              onRestore(backup);
            }}
            onDelete={() => {
              onDelete(backup);
            }}
          />
        ))}
      </ul>
      {count > INITIAL_COUNT && (
        <div className="border-t border-line p-2">
          <Button
            block
            variant="ghost"
            aria-expanded={showAll}
            onClick={() => {
              setShowAll(!showAll);
            }}
          >
            {showAll ? t`Show fewer` : plural(count, { other: 'Show all # backups' })}
          </Button>
        </div>
      )}
    </>
  );
}
