import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp, LoaderCircle } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';

import { ApiError } from '@/api/api-error';
import { serverSentence } from '@/api/server-sentence';
import type { DatabaseRecovery, RestoreCandidate } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FormAlert } from '@/components/form-alert';
import { restoredCards } from '@/shared/restored-cards';

import { BackupSearchSkeleton, LatestValidBackup } from './latest-valid-backup';
import { type RestoreChoice, useStartRestore } from './mutations';
import { OtherBackups } from './other-backups';
import { PassphraseDialog } from './passphrase-dialog';
import { restoreNotice } from './restore-notice';

const FAILED = msg`This could not be begun. Nothing was changed. Please try again.`;
const PASSPHRASE_CODES = new Set(['passphrase_needed', 'wrong_passphrase']);

type ChosenRestore = { choice: RestoreChoice; madeAt?: string; passphrase?: string; withoutPhotos?: boolean };

function useRestoreChoice(recovery: DatabaseRecovery) {
  const restore = useStartRestore();
  const [chosen, setChosen] = useState<ChosenRestore | null>(null);
  const [needsAnswer, setNeedsAnswer] = useState(false);
  const working = restore.isPending || recovery.doing === 'restoring' || recovery.doing === 'starting';
  const begin = (next: ChosenRestore) => {
    if (working) return;
    setChosen(next);
    setNeedsAnswer(next.choice !== 'nothing');
    restoredCards.set();
    restoreNotice.set({ empty: next.choice === 'nothing', madeAt: next.madeAt ?? null });
    restore.mutate(next);
  };
  const refused = restore.error && (restore.error instanceof ApiError ? restore.error.error : undefined);
  const failed = restore.error ? (refused ?? i18n._(FAILED)) : null;
  const lastFailure = recovery.problem && serverSentence(recovery.problem, recovery.problem.error);
  const photosMissing = !failed && !working && recovery.problem?.code === 'photos_missing';
  const locked = !failed && PASSPHRASE_CODES.has(recovery.problem?.code ?? '');
  return {
    chosen,
    begin,
    working,
    failure: failed ?? lastFailure,
    restoreWithoutPhotos:
      chosen && photosMissing
        ? () => {
            begin({ ...chosen, withoutPhotos: true });
          }
        : undefined,
    needsPassphrase: locked && needsAnswer && !working,
    cancelPassphrase: () => {
      setNeedsAnswer(false);
    },
  };
}

function RestoreProgress({ doing }: { doing: DatabaseRecovery['doing'] }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-5 py-10 text-center">
      <LoaderCircle aria-hidden className="size-8 animate-spin text-brand" />
      <p className="text-lead font-bold">
        {doing === 'starting' ? t`Starting GoalBucks...` : t`Bringing your class back...`}
      </p>
      <p className="max-w-[44ch] text-ink-2">
        <Trans>This can take some minutes. Please leave GoalBucks open and the computer switched on.</Trans>
      </p>
    </div>
  );
}

function RestoreFailure({
  sentence,
  onWithoutPhotos,
}: {
  sentence: string;
  onWithoutPhotos?: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-col items-start gap-3">
      <FormAlert>{sentence}</FormAlert>
      {onWithoutPhotos && (
        <Button onClick={onWithoutPhotos}>
          <Trans>Restore Without Photos</Trans>
        </Button>
      )}
    </div>
  );
}

function NoValidBackup({ hasOthers }: { hasOthers: boolean }) {
  return (
    <div className="p-5">
      <h2>
        <Trans>No good backup was found on this computer</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        {hasOthers
          ? t({
              message:
                'Those below may still be worth a try. Or restore a file from a USB stick or another computer.',
              comment: 'Backups',
            })
          : t`If you saved a copy on a USB stick or another computer, restore it from that file.`}
      </p>
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <input ref={input} type="file" accept=".backup" hidden aria-label={t`Backup file`} onChange={choose} />
      <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
        <Trans>Restore from a file...</Trans>
      </Button>
    </>
  );
}

function StartEmpty({ onBegin }: { onBegin: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger-ghost"
        onClick={() => {
          setAsking(true);
        }}
      >
        <Trans>Begin with an empty GoalBucks</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Begin with an empty GoalBucks?`}
        description={t`You create your account, classes and students again. What is left of the old data, the photos and the backups stay on this computer, so somebody may still bring them back later.`}
        confirmLabel={t`Begin anew`}
        onConfirm={() => {
          setAsking(false);
          onBegin();
        }}
      />
    </>
  );
}

type RestoreCandidatesProps = {
  recovery: DatabaseRecovery;
  onRestore: (candidate: RestoreCandidate) => void;
};

function RestoreCandidates({ recovery, onRestore }: RestoreCandidatesProps) {
  const good = recovery.backups.find(({ condition }) => condition === 'proved');
  const others = recovery.backups.filter((candidate) => candidate !== good);
  const looking = recovery.doing === 'looking';
  return (
    <Card className="overflow-hidden">
      {looking && <BackupSearchSkeleton />}
      {good && (
        <LatestValidBackup
          candidate={good}
          onRestore={() => {
            onRestore(good);
          }}
        />
      )}
      {!good && !looking && <NoValidBackup hasOthers={others.length > 0} />}
      {others.length > 0 && (
        <details open={!good} className="border-t border-line">
          <summary className="min-h-11 cursor-pointer px-5 py-2.5 font-mid">
            {good ? t`Other backups` : t`Backups on this computer`}
          </summary>
          <OtherBackups candidates={others} onRestore={onRestore} />
        </details>
      )}
    </Card>
  );
}

/** Lets the teacher choose a backup for the damaged or missing database, and shows the progress. */
export function RestorePanel({ recovery }: { recovery: DatabaseRecovery }) {
  const { chosen, begin, working, failure, restoreWithoutPhotos, needsPassphrase, cancelPassphrase } =
    useRestoreChoice(recovery);
  if (working) {
    return (
      <Card>
        <RestoreProgress doing={recovery.doing} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <RestoreFailure sentence={failure} onWithoutPhotos={restoreWithoutPhotos} />}
      <RestoreCandidates
        recovery={recovery}
        onRestore={({ name, madeAt }) => {
          begin({ choice: { name }, madeAt });
        }}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <FileButton
          onFile={(file) => {
            begin({ choice: { file } });
          }}
        />
        <StartEmpty
          onBegin={() => {
            begin({ choice: 'nothing' });
          }}
        />
      </div>
      <PassphraseDialog
        open={needsPassphrase}
        error={recovery.problem?.code === 'wrong_passphrase' ? (failure ?? undefined) : undefined}
        onClose={cancelPassphrase}
        onOpenBackup={(passphrase) => {
          if (chosen) begin({ ...chosen, passphrase });
        }}
      />
    </div>
  );
}
