import { type ReactNode, useRef, useState } from 'react';

import { ApiError, isCode } from '@/api/api-error';
import type { Backup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField } from '@/components/input';
import { ProgressBar } from '@/components/progress-bar';
import { formatDateTime } from '@/lib/format';

import { lackingIn } from './backup-texts';
import type { PickedFile } from './picked-file';
import { useRestore } from './queries';

/** What is to be restored: one of the folder's, or a file from elsewhere. */
export type RestoreSource = Backup | PickedFile;

const NO_ANSWER =
  "The class computer didn't answer. It may still be restoring: look at the list of backups before you try again.";

/** What is wrong with the backup itself: a second try would end the same. */
const HOPELESS = ['not_a_backup', 'backup_damaged', 'backup_altered', 'backup_newer'];

function timeOf(source: RestoreSource): ReactNode {
  if (source.madeAt !== null) return <strong className="text-ink">{formatDateTime(source.madeAt)}</strong>;
  return 'when this backup was made';
}

function Warning({ source }: { source: RestoreSource }) {
  const lacking = 'kind' in source ? lackingIn(source.kind) : undefined;
  return (
    <>
      {'file' in source && (
        <p className="mb-2 rounded-control bg-sunken px-3 py-2 text-ink wrap-anywhere">
          <bdi>{source.file.name}</bdi>
        </p>
      )}
      <p>
        GoalBucks goes back to {timeOf(source)}. What anybody did since then on this computer is taken away:
      </p>
      <ul className="mt-1 list-disc ps-5">
        <li>new classes, students, goals and submissions</li>
        <li>GoalBucks earned and spent</li>
        <li>changed passwords other than yours: those of that time count again</li>
        <li>the activity log of the time since</li>
      </ul>
      <p className="mt-2">A student who was erased since then may come back with it: erase them again.</p>
      {lacking !== undefined && (
        <p className="mt-2">This backup is {lacking}. Other photos that were deleted since stay deleted.</p>
      )}
      <p className="mt-2">
        Everything is backed up first as it is now, so you can come back to it. Everybody is signed out.
      </p>
    </>
  );
}

function Progress({ part }: { part: number | null }) {
  return (
    <div className="mt-4" role="status">
      {part !== null && part < 1 && <ProgressBar label="Reading the file" value={part} max={1} />}
      <p className="mt-2 font-mid">Restoring... Please don&apos;t close GoalBucks.</p>
    </div>
  );
}

function useAnswers(source: RestoreSource, onRestored: (madeAt: string | null) => void) {
  const [passphrase, setPassphrase] = useState('');
  const [part, setPart] = useState<number | null>(null);
  const restoring = useRestore(() => {
    onRestored(source.madeAt);
  });
  const { error } = restoring;
  const withoutPhotos = isCode(error, 'photos_missing');
  const send = () => {
    setPart('file' in source ? 0 : null);
    restoring.mutate({
      from: source,
      passphrase: source.locked ? passphrase : undefined,
      withoutPhotos,
      onProgress: setPart,
    });
  };
  const type = (typed: string) => {
    setPassphrase(typed);
    if (error) restoring.reset();
  };
  const failure = error instanceof ApiError ? (error.error ?? NO_ANSWER) : error && NO_ANSWER;
  const ofPassphrase = isCode(error, 'wrong_passphrase') || isCode(error, 'passphrase_needed');
  const hopeless = HOPELESS.some((code) => isCode(error, code));
  const pending = restoring.isPending;
  return { passphrase, type, part, send, failure, withoutPhotos, ofPassphrase, hopeless, pending };
}

type RestoreQuestionProps = {
  source: RestoreSource;
  onClose: () => void;
  /** Once it is restored, nobody is signed in. */
  onRestored: (madeAt: string | null) => void;
};

/** Says what is lost and what is kept. A failure keeps the question, and says the class computer's own sentence. */
export function RestoreDialog({ source, onClose, onRestored }: RestoreQuestionProps) {
  const { passphrase, type, part, send, failure, withoutPhotos, ofPassphrase, hopeless, pending } =
    useAnswers(source, onRestored);
  const field = useRef<HTMLInputElement>(null);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Restore Backup"
      description={<Warning source={source} />}
      confirmLabel={withoutPhotos ? 'Restore Without Photos' : 'Yes, Restore'}
      pendingLabel="Restoring"
      pending={pending}
      disabled={hopeless || (source.locked && passphrase.trim() === '')}
      onConfirm={send}
      initialFocus={field}
    >
      {source.locked && (
        <PasswordField
          ref={field}
          className="mt-4"
          label="Passphrase"
          hint="This backup is locked. Enter the passphrase that it was made with."
          error={ofPassphrase ? (failure ?? undefined) : undefined}
          autoComplete="off"
          readOnly={pending}
          value={passphrase}
          onChange={(event) => {
            type(event.target.value);
          }}
        />
      )}
      {pending && <Progress part={part} />}
      {failure && !(source.locked && ofPassphrase) && (
        <div className="mt-4">
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
    </ConfirmDialog>
  );
}
