import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup, History, Lock } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Backup, Backups as BackupListResponse } from '@/api/types';
import { Button } from '@/components/button';
import { Skeleton } from '@/components/skeleton';
import { clearToast, toast } from '@/components/toast/toast-store';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';
import { ShowFolderButton } from '@/shared/show-folder-button';

import { BackupList } from './backup-list';
import { BackupState } from './backup-state';
import { DeleteBackupDialog } from './delete-backup-dialog';
import { inspectBackupFile } from './inspect-backup-file';
import { LockedBackupDialog } from './locked-backup-dialog';
import { useBackUp, useShowBackups } from './mutations';
import { backupsQuery } from './queries';
import { RestoreDialog, type RestoreSource } from './restore-dialog';

const NOT_A_BACKUP = msg`This file is not a backup of GoalBucks. Please choose another file.`;
const UNREADABLE = msg`This file can't be read. Please check the disk or USB stick, then choose it again.`;

function LoadingBackups() {
  return (
    <div className="flex flex-col gap-4 p-5">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}

function RestoreFromFile({
  disabled,
  onPick,
}: {
  disabled: boolean;
  onPick: (source: RestoreSource) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const pick = async (file: File) => {
    const picked = await inspectBackupFile(file);
    if (picked !== null && picked !== 'unreadable') onPick(picked);
    else {
      const error = picked === null ? NOT_A_BACKUP : UNREADABLE;
      toast({ tone: 'error', title: t`Error`, description: i18n._(error) });
    }
  };
  return (
    <>
      <Button icon={<History aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
        <Trans>Restore From a File...</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Backup file`}
        accept=".backup"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void pick(file);
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function ShowBackupsButton() {
  return <ShowFolderButton mutation={useShowBackups()}>{t`Show the folder`}</ShowFolderButton>;
}

type MakingButtonsProps = { making: ReturnType<typeof useBackUp>; disabled: boolean };

function CreateBackupButtons({ making: creation, disabled }: MakingButtonsProps) {
  const [locking, setLocking] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        icon={<DatabaseBackup aria-hidden />}
        pending={creation.isPending}
        pendingLabel={t`Backing up`}
        disabled={disabled && !creation.isPending}
        onClick={() => {
          creation.mutate(undefined);
        }}
      >
        <Trans>Back Up Now</Trans>
      </Button>
      <Button
        icon={<Lock aria-hidden />}
        disabled={disabled || creation.isPending}
        onClick={() => {
          setLocking(true);
        }}
      >
        <Trans>Make a Locked Backup...</Trans>
      </Button>
      <LockedBackupDialog open={locking} onOpenChange={setLocking} creation={creation} />
    </>
  );
}

function Folder({ path }: { path: string }) {
  return (
    <p className="text-small text-ink-2">
      <Trans comment="Backups">
        They are kept in <bdi className="wrap-anywhere text-ink select-all">{path}</bdi>. Save a copy on a USB
        stick now and then: this computer may break or be lost.
      </Trans>
    </p>
  );
}

function BackupHelp() {
  return (
    <p className="-mt-1 flex flex-wrap gap-x-5 px-5 pb-4">
      <HelpLink answer="something-was-deleted" />
      <HelpLink answer="the-computer-is-new" />
    </p>
  );
}

type LocalBackupsProps = {
  backups: BackupListResponse;
  onRestored: (madeAt: string | null, note: string) => void;
};

function LocalBackups({ backups, onRestored }: LocalBackupsProps) {
  const creation = useBackUp();
  const [source, setSource] = useState<RestoreSource | null>(null);
  const [deleting, setDeleting] = useState<Backup | null>(null);
  const busy = backups.busy !== null;
  // Errors of earlier attempts don't concern this dialog.
  const confirmRestore = (next: RestoreSource) => {
    clearToast('error');
    setSource(next);
  };
  return (
    <>
      <div className="flex flex-col gap-4 p-5">
        <BackupState backups={backups} making={creation.isPending} />
        <div className="flex flex-wrap gap-2">
          <CreateBackupButtons making={creation} disabled={busy} />
        </div>
      </div>
      <BackupList
        backups={backups.backups}
        disabled={busy || creation.isPending}
        onRestore={confirmRestore}
        onDelete={setDeleting}
      />
      <div className="flex flex-col gap-4 border-t border-line p-5">
        {backups.folder !== null && <Folder path={backups.folder} />}
        <div className="flex flex-wrap gap-2">
          <RestoreFromFile disabled={busy || creation.isPending} onPick={confirmRestore} />
          {backups.canShowFolder && <ShowBackupsButton />}
        </div>
      </div>
      {deleting && (
        <DeleteBackupDialog
          backup={deleting}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
      {source && (
        <RestoreDialog
          source={source}
          onRestored={onRestored}
          onClose={() => {
            setSource(null);
          }}
        />
      )}
    </>
  );
}

function RemoteBackups({ backups }: { backups: BackupListResponse }) {
  return (
    <div className="flex flex-col gap-3 p-5">
      <BackupState backups={backups} making={false} />
      <p className="text-ink-2">
        <Trans>You can make, save and restore backups on the class computer itself.</Trans>
      </p>
    </div>
  );
}

/** On a school server, backups are the administrator's responsibility. */
export function SchoolBackupNotice() {
  return (
    <p className="p-5 text-ink-2">
      <Trans>
        Your school backs this server up. When something has to come back, ask whoever runs GoalBucks at your
        school.
      </Trans>
    </p>
  );
}

type BackupsProps = {
  /** Called after a restore, which ends all sessions; `madeAt` is null when unknown. */
  onRestored: (madeAt: string | null, note: string) => void;
};

/** Backups of the class computer: state, creation, list and restore. */
export function Backups({ onRestored }: BackupsProps) {
  const query = useQuery(backupsQuery);
  return (
    <QueryView
      query={query}
      level={3}
      title={t`The backups didn't load`}
      loading={t`Loading backups...`}
      skeleton={<LoadingBackups />}
    >
      {(backups) => {
        if (backups.elsewhere) return <SchoolBackupNotice />;
        if (!backups.changeable) return <RemoteBackups backups={backups} />;
        return (
          <>
            <LocalBackups backups={backups} onRestored={onRestored} />
            <BackupHelp />
          </>
        );
      }}
    </QueryView>
  );
}
