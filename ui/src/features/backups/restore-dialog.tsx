import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';

import { ApiError, isCode } from '@/api/api-error';
import type { Backup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField } from '@/components/input';
import { ProgressBar } from '@/components/progress-bar';
import { formatDateTime } from '@/lib/format';
import { HelpButton } from '@/shared/help-button';

import { missingContentWarning } from './backup-labels';
import type { PickedFile } from './inspect-backup-file';
import { useRestore } from './mutations';

/** What to restore: a listed backup or an uploaded file. */
export type RestoreSource = Backup | PickedFile;

const NO_ANSWER = msg`The class computer didn't answer. It may still be restoring: look at the list of backups before you try again.`;

/** Errors of the backup itself, for which a retry is pointless. */
const UNRECOVERABLE_CODES = ['not_a_backup', 'backup_damaged', 'backup_altered', 'backup_newer'];

/** Introduces the list of what is lost. */
function LossIntroduction({ madeAt }: Pick<RestoreSource, 'madeAt'>) {
  if (madeAt === null) {
    return (
      <Trans>
        GoalBucks goes back to when this backup was made. What anybody did since then on this computer is
        taken away:
      </Trans>
    );
  }
  const time = formatDateTime(madeAt);
  return (
    <Trans>
      GoalBucks goes back to <strong className="text-ink">{time}</strong>. What anybody did since then on this
      computer is taken away:
    </Trans>
  );
}

function Warning({ source }: { source: RestoreSource }) {
  const missingContent = 'kind' in source ? missingContentWarning(source.kind) : undefined;
  return (
    <>
      {'file' in source && (
        <p className="mb-2 rounded-control bg-sunken px-3 py-2 text-ink wrap-anywhere">
          <bdi>{source.file.name}</bdi>
        </p>
      )}
      <p>
        <LossIntroduction madeAt={source.madeAt} />
      </p>
      <ul className="mt-1 list-disc ps-5">
        <li>
          <Trans>new classes, students, goals and submissions</Trans>
        </li>
        <li>
          <Trans>GoalBucks earned and spent</Trans>
        </li>
        <li>
          <Trans>changed passwords other than yours: those of that time count again</Trans>
        </li>
        <li>
          <Trans>the activity log of the time since</Trans>
        </li>
      </ul>
      <p className="mt-2">
        <Trans>A student who was erased since then may come back with it: erase them again.</Trans>
      </p>
      {missingContent !== undefined && <p className="mt-2">{missingContent}</p>}
      <p className="mt-2">
        <Trans>
          Everything is backed up first as it is now, so you can come back to it. Everybody is signed out.
        </Trans>
      </p>
    </>
  );
}

function Progress({ part }: { part: number | null }) {
  return (
    <div className="mt-4" role="status">
      {part !== null && part < 1 && <ProgressBar label={t`Reading the file`} value={part} max={1} />}
      <p className="mt-2 font-mid">
        <Trans>Restoring... Please don&apos;t close GoalBucks.</Trans>
      </p>
    </div>
  );
}

const isPassphraseError = (error: Error | null) =>
  isCode(error, 'wrong_passphrase') || isCode(error, 'passphrase_needed');

function useRestoreForm(source: RestoreSource, onRestored: RestoreDialogProps['onRestored']) {
  const field = useRef<HTMLInputElement>(null);
  const [passphrase, setPassphrase] = useState('');
  const [part, setPart] = useState<number | null>(null);
  const restoring = useRestore((note) => {
    onRestored(source.madeAt, note);
  });
  const { error } = restoring;
  const withoutPhotos = isCode(error, 'photos_missing');
  const send = () => {
    setPart('file' in source ? 0 : null);
    const passphraseOfLocked = source.locked ? passphrase : undefined;
    restoring.mutate(
      { from: source, passphrase: passphraseOfLocked, withoutPhotos, onProgress: setPart },
      {
        onError: (failure) => {
          if (isPassphraseError(failure)) field.current?.focus();
        },
      },
    );
  };
  const type = (typed: string) => {
    setPassphrase(typed);
    if (error) restoring.reset();
  };
  const answer = error instanceof ApiError ? error.error : undefined;
  const failure = error && (answer ?? i18n._(NO_ANSWER));
  const unrecoverable = UNRECOVERABLE_CODES.some((code) => isCode(error, code));
  const pending = restoring.isPending;
  const atField = source.locked && isPassphraseError(error);
  return { field, passphrase, type, part, send, failure, withoutPhotos, atField, unrecoverable, pending };
}

type RestoreDialogProps = {
  source: RestoreSource;
  onClose: () => void;
  /** Called after the restore, which ends all sessions; `note` is for the login screen. */
  onRestored: (madeAt: string | null, note: string) => void;
};

/** Confirms a restore. On failure the dialog stays open and shows the server's message. */
export function RestoreDialog({ source, onClose, onRestored }: RestoreDialogProps) {
  const { field, passphrase, type, part, send, failure, withoutPhotos, atField, unrecoverable, pending } =
    useRestoreForm(source, onRestored);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Restore Backup`}
      description={<Warning source={source} />}
      confirmLabel={withoutPhotos ? t`Restore Without Photos` : t`Yes, Restore`}
      pendingLabel={t`Restoring`}
      pending={pending}
      disabled={unrecoverable || (source.locked && passphrase.trim() === '')}
      onConfirm={send}
      initialFocus={field}
    >
      {source.locked && (
        <PasswordField
          ref={field}
          className="mt-4"
          label={t`Passphrase`}
          hint={t`This backup is locked. Enter the passphrase that it was made with.`}
          error={atField ? (failure ?? undefined) : undefined}
          autoComplete="off"
          readOnly={pending}
          value={passphrase}
          onChange={(event) => {
            type(event.target.value);
          }}
        />
      )}
      {!pending && <HelpButton answer="something-was-deleted" className="mt-3" />}
      {pending && <Progress part={part} />}
      {failure && !atField && (
        <div className="mt-4">
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
    </ConfirmDialog>
  );
}
