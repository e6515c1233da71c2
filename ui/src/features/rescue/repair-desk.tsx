import { FileUp, LoaderCircle } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';

import { ApiError } from '@/api/api-error';
import type { Rescue, RescueOffer } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FormAlert } from '@/components/form-alert';
import { formatDateTime } from '@/lib/format';

import { mended } from './mended';
import { LookingForBackups, NewestGood } from './newest-good';
import { OtherBackups } from './other-backups';
import { PassphraseDialog } from './passphrase-dialog';
import { type Choice, useRepair } from './queries';

const FAILED = 'This could not be begun. Nothing was changed. Please try again.';
const ABOUT_PASSPHRASES = new Set(['passphrase_needed', 'wrong_passphrase']);

/** What the login screen says once it worked. */
function whatFor({ choice, madeAt }: Chosen): string {
  if (choice === 'nothing') return 'GoalBucks begins anew. Please create your account again.';
  const which = madeAt === undefined ? 'The backup' : `The backup of ${formatDateTime(madeAt)}`;
  return `${which} was restored. Please sign in with the password of that time.`;
}

type Chosen = { choice: Choice; madeAt?: string; passphrase?: string; withoutPhotos?: boolean };

function useChoosing(rescue: Rescue) {
  const repair = useRepair();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [asking, setAsking] = useState(false);
  const working = repair.isPending || rescue.doing === 'restoring' || rescue.doing === 'starting';
  const begin = (next: Chosen) => {
    if (working) return;
    setChosen(next);
    setAsking(next.choice !== 'nothing');
    mended.keep(whatFor(next));
    repair.mutate(next);
  };
  const refused = repair.error && (repair.error instanceof ApiError ? repair.error.error : undefined);
  const failed = repair.error ? (refused ?? FAILED) : null;
  const photosMissing = !failed && !working && rescue.problem?.code === 'photos_missing';
  const locked = !failed && ABOUT_PASSPHRASES.has(rescue.problem?.code ?? '');
  return {
    chosen,
    begin,
    working,
    problem: failed ?? rescue.problem?.error ?? null,
    restoreWithoutPhotos:
      chosen && photosMissing
        ? () => {
            begin({ ...chosen, withoutPhotos: true });
          }
        : undefined,
    needsPassphrase: locked && asking && !working,
    giveUp: () => {
      setAsking(false);
    },
  };
}

function Working({ doing }: { doing: Rescue['doing'] }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-5 py-10 text-center">
      <LoaderCircle aria-hidden className="size-8 animate-spin text-brand" />
      <p className="text-lead font-bold">
        {doing === 'starting' ? 'Starting GoalBucks...' : 'Bringing your class back...'}
      </p>
      <p className="max-w-[44ch] text-ink-2">
        This can take some minutes. Please leave GoalBucks open and the computer switched on.
      </p>
    </div>
  );
}

function Problem({
  sentence,
  onWithoutPhotos,
}: {
  sentence: string;
  onWithoutPhotos?: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-col items-start gap-3">
      <FormAlert>{sentence}</FormAlert>
      {onWithoutPhotos && <Button onClick={onWithoutPhotos}>Restore Without Photos</Button>}
    </div>
  );
}

function NoGoodBackup({ some }: { some: boolean }) {
  return (
    <div className="p-5">
      <h2>No good backup was found on this computer</h2>
      <p className="mt-1 text-ink-2">
        {some
          ? 'Those below may still be worth a try. Or restore a file from a USB stick or another computer.'
          : 'If you saved a copy on a USB stick or another computer, restore it from that file.'}
      </p>
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file once more is a choice too.
    event.target.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <input ref={input} type="file" accept=".backup" hidden aria-label="Backup file" onChange={choose} />
      <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
        Restore from a file...
      </Button>
    </>
  );
}

function BeginAnew({ onBegin }: { onBegin: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger-ghost"
        onClick={() => {
          setAsking(true);
        }}
      >
        Begin with an empty GoalBucks
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Begin with an empty GoalBucks?"
        description="You create your account, classes and students again. What is left of the old data, the photos and the backups stay on this computer, so somebody may still bring them back later."
        confirmLabel="Begin anew"
        onConfirm={() => {
          setAsking(false);
          onBegin();
        }}
      />
    </>
  );
}

type BackupsProps = { rescue: Rescue; onRestore: (offer: RescueOffer) => void };

function Backups({ rescue, onRestore }: BackupsProps) {
  const good = rescue.backups.find(({ condition }) => condition === 'proved');
  const others = rescue.backups.filter((offer) => offer !== good);
  const looking = rescue.doing === 'looking';
  return (
    <Card className="overflow-hidden">
      {looking && <LookingForBackups />}
      {good && (
        <NewestGood
          offer={good}
          onRestore={() => {
            onRestore(good);
          }}
        />
      )}
      {!good && !looking && <NoGoodBackup some={others.length > 0} />}
      {others.length > 0 && (
        <details open={!good} className="border-t border-line">
          <summary className="min-h-11 cursor-pointer px-5 py-2.5 font-mid">
            {good ? 'Other backups' : 'Backups on this computer'}
          </summary>
          <OtherBackups offers={others} onRestore={onRestore} />
        </details>
      )}
    </Card>
  );
}

/** Where the teacher chooses what to put in the place of the damaged or missing database, and sees how it goes. */
export function RepairDesk({ rescue }: { rescue: Rescue }) {
  const { chosen, begin, working, problem, restoreWithoutPhotos, needsPassphrase, giveUp } =
    useChoosing(rescue);
  if (working) {
    return (
      <Card>
        <Working doing={rescue.doing} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {problem !== null && <Problem sentence={problem} onWithoutPhotos={restoreWithoutPhotos} />}
      <Backups
        rescue={rescue}
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
        <BeginAnew
          onBegin={() => {
            begin({ choice: 'nothing' });
          }}
        />
      </div>
      <PassphraseDialog
        open={needsPassphrase}
        error={rescue.problem?.code === 'wrong_passphrase' ? rescue.problem.error : undefined}
        onClose={giveUp}
        onOpenBackup={(passphrase) => {
          if (chosen) begin({ ...chosen, passphrase });
        }}
      />
    </div>
  );
}
