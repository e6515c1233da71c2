import { Download, History, Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Backup } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button, buttonClass } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { formatDateTime, formatSize } from '@/lib/format';
import { kindInWords } from '@/shared/backup-kind';

import { copyPath, isDeletable, lackingIn, whenInWords } from './backup-texts';

/** So many are shown at first: a restore is nearly always of a recent one. */
const FIRST = 5;

type RowProps = {
  backup: Backup;
  /** When it was made, in words that no other one has. */
  when: string;
  disabled: boolean;
  onRestore: () => void;
  onDelete: () => void;
};

function Actions({ backup, when, disabled, onRestore, onDelete }: RowProps) {
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-1">
      <a
        href={copyPath(backup.name)}
        download
        aria-label={`Save a copy of the backup made ${when}`}
        className={buttonClass({ variant: 'link' })}
      >
        <Download aria-hidden />
        Save a copy
      </a>
      <Button
        variant="link"
        icon={<History aria-hidden />}
        disabled={disabled}
        aria-label={`Restore the backup made ${when}`}
        onClick={onRestore}
      >
        Restore
      </Button>
      {isDeletable(backup) ? (
        <IconButton
          label={`Delete the backup made ${when}`}
          icon={<Trash2 aria-hidden />}
          tone="danger"
          disabled={disabled}
          onClick={onDelete}
        />
      ) : (
        // Its room, so that what the rows offer stands one under the other.
        <span className="icon-control max-sm:hidden" />
      )}
    </div>
  );
}

function Row(props: RowProps) {
  const { backup, when } = props;
  const { kind, madeAt, bytes, locked, sharesPhotos } = backup;
  const lacking = lackingIn(kind);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="font-mid">{kindInWords(kind)}</span>
          {locked && (
            <Badge tone="plain" icon={<Lock aria-hidden />}>
              Locked
            </Badge>
          )}
        </p>
        <p className="text-small text-ink-2 first-letter:uppercase">
          <time dateTime={madeAt} title={formatDateTime(madeAt)}>
            {when}
          </time>
          , {formatSize(bytes)}
          {sharesPhotos && ' and shared photos'}
          {lacking !== undefined && <>, {lacking}</>}
        </p>
      </div>
      <Actions {...props} />
    </li>
  );
}

type BackupListProps = {
  backups: readonly Backup[];
  /** While one is made or restored, none can be restored. */
  disabled: boolean;
  onRestore: (backup: Backup) => void;
  onDelete: (backup: Backup) => void;
};

/** The kept backups, the newest first. */
export function BackupList({ backups, disabled, onRestore, onDelete }: BackupListProps) {
  const [all, setAll] = useState(false);
  const when = whenInWords(backups);
  const shown = all ? backups : backups.slice(0, FIRST);
  return (
    <>
      <ul aria-label="Kept backups">
        {shown.map((backup) => (
          <Row
            key={backup.name}
            backup={backup}
            when={when.get(backup.name) ?? ''}
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
      {backups.length > FIRST && (
        <div className="border-t border-line p-2">
          <Button
            block
            variant="ghost"
            aria-expanded={all}
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? 'Show fewer' : `Show all ${backups.length} backups`}
          </Button>
        </div>
      )}
    </>
  );
}
