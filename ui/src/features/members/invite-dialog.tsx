import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Invitation } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog, DialogActions, useDialogTitle } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { useAutoFocus } from '@/hooks/use-auto-focus';
import { formatDay } from '@/lib/format';
import { FormFailure } from '@/shared/form-failure';

import { useInvite } from './mutations';

type InviteDialogProps = { classroomId: string; open: boolean; onOpenChange: (open: boolean) => void };

/** What a co-teacher can't do. */
function Limits() {
  return (
    <Trans>
      A co-teacher can do everything in this class but delete, erase, move and export students, begin a new
      term, archive or delete the class, and choose who teaches it.
    </Trans>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-small bg-brand-soft text-small font-bold text-brand-ink"
      >
        {number}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** The new code, shown once, and what the co-teacher does with it. */
function NewCode({ invitation: { code, endsAt }, onDone }: { invitation: Invitation; onDone: () => void }) {
  const done = useAutoFocus<HTMLButtonElement>();
  useDialogTitle(t`Your invitation code`);
  const day = formatDay(new Date(endsAt));
  return (
    <div className="mt-2 flex flex-col gap-4">
      <p className="text-ink-2">
        <Trans>Give it to your co-teacher. It works once, until {day}.</Trans>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken p-4">
        <output
          aria-label={t`Invitation code`}
          className="block max-w-64 text-title font-bold text-balance select-all"
        >
          {code.split('-').map((group, index) => (
            <span key={index} className="whitespace-nowrap">
              {index > 0 && '-'}
              <wbr />
              {group}
            </span>
          ))}
        </output>
        <CopyButton
          text={code}
          copiedText={t`Invitation code copied.`}
          failedText={t`Your browser didn’t copy the code. Please select it and copy it yourself.`}
        />
      </div>
      <ol className="flex flex-col gap-3">
        <Step number={1}>
          <Trans>They sign in as a teacher, with an account of their own.</Trans>
        </Step>
        <Step number={2}>
          <Trans>
            They open Classes, press <b className="font-mid">Join a Class</b> and type the code.
          </Trans>
        </Step>
      </ol>
      <p className="text-small text-ink-2">
        <Trans>The code is shown only now. If it gets lost, make another one.</Trans>
      </p>
      <div className="flex justify-end">
        <Button ref={done} variant="primary" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}

function InviteBody({ classroomId, onDone }: { classroomId: string; onDone: () => void }) {
  const { mutate, data, error, isPending } = useInvite(classroomId);
  useBlockClosing(isPending);
  if (data) return <NewCode invitation={data} onDone={onDone} />;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="text-ink-2">
        <Trans>You get a code for one teacher, who joins this class with it.</Trans> <Limits />
      </p>
      <FormFailure error={error} pending={isPending} />
      <DialogActions>
        <Button
          variant="primary"
          pending={isPending}
          pendingLabel={t`Making the code`}
          onClick={() => {
            mutate();
          }}
        >
          <Trans>Make the Code</Trans>
        </Button>
      </DialogActions>
    </div>
  );
}

/** Makes an invitation and shows its code once. */
export function InviteDialog({ classroomId, open, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Invite a Co-Teacher`}>
      <InviteBody
        classroomId={classroomId}
        onDone={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
