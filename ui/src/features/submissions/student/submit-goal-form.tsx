import { i18n } from '@lingui/core';
import { msg, plural, select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudOff, Send } from 'lucide-react';
import { type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';

import { serverKind } from '@/api/server-kind';
import type { Goal } from '@/api/types';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog/dialog';
import { useBlockClosing, useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { FormAlert } from '@/components/form-alert';
import { TextAreaField } from '@/components/input';
import { ProgressBar } from '@/components/progress-bar';
import { clearToast, toast } from '@/components/toast/toast-store';
import { MAX_TEXT_LENGTH, wireLength } from '@/features/submissions/proof-rules';
import { FormFailure } from '@/shared/form-failure';

import { PhotoField } from './photo-field';
import { useProofDraft } from './use-proof-draft';
import { type UploadPhase, useProofUpload } from './use-proof-upload';

function Progress({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <>
      <ProgressBar label={t`Sending your goal`} value={percent} max={100} />
      <p aria-hidden="true" className="mt-1.5 text-center text-small text-ink-2">
        {part < 1 ? t`${percent}% sent` : t`Almost there...`}
      </p>
    </>
  );
}

function WaitingNote() {
  const server = serverKind();
  return (
    <p role="status" className="flex gap-2 text-ink-2 [&>svg]:mt-0.5 [&>svg]:size-4.5">
      <CloudOff aria-hidden />
      {select(server, {
        school: 'Kept here and sent when the school’s server is back.',
        other: 'Kept here and sent when the class computer is back.',
      })}
    </p>
  );
}

function Actions({ phase, onCancel }: { phase: UploadPhase; onCancel: () => void }) {
  const idle = phase === 'idle';
  return (
    <DialogActions
      cancel={
        idle ? undefined : (
          <Button variant="ghost" onClick={onCancel}>
            <Trans>Stop sending</Trans>
          </Button>
        )
      }
    >
      <Button
        variant="primary"
        type="submit"
        icon={<Send aria-hidden className="mirror-rtl" />}
        pending={!idle}
        pendingLabel={phase === 'waiting' ? t`Waiting to send` : t`Sending`}
      >
        <Trans>Submit Goal</Trans>
      </Button>
    </DialogActions>
  );
}

const tooLongMessage = (over: number) =>
  plural(over, { other: 'That is # letters too many. Make it shorter.' });
const MISSING = msg`Please add either an image or a text description.`;

function toastMissing(form: HTMLFormElement) {
  form.querySelector('textarea')?.focus();
  toast({ tone: 'error', title: t`Submission required`, description: i18n._(MISSING) });
}

type SubmitGoalFormProps = {
  goal: Pick<Goal, 'id' | 'studentId' | 'classroomId'>;
  onSent: () => void;
};

function useSubmitGoalForm({ goal, onSent }: SubmitGoalFormProps) {
  const draft = useProofDraft(goal);
  const { saved, text, photo, setDraftText, setSending, choose, remove } = draft;
  const sending = useProofUpload(onSent, {
    sentBefore: saved.sending,
    onSending: setSending,
  });
  const locked = sending.phase !== 'idle';
  const [missing, setMissing] = useState(false);
  const trimmed = text.trim();
  const over = wireLength(text) - MAX_TEXT_LENGTH;
  const unsent = trimmed !== '' || photo !== null;
  const isMissing = missing && !unsent;
  useEffect(() => {
    if (!isMissing) return undefined;
    return () => {
      clearToast('error');
    };
  }, [isMissing]);
  useUnsavedChanges(unsent);
  useBlockClosing(sending.phase === 'sending');
  const sendWith = (readImage: () => Promise<Blob | null | undefined>) => {
    const ids = { goalId: goal.id, studentId: goal.studentId, classroomId: goal.classroomId };
    sending.send(async () => ({ ...ids, submissionText: trimmed, image: (await readImage()) ?? undefined }));
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (locked || over > 0) return;
    if (!unsent) {
      setMissing(true);
      toastMissing(event.currentTarget);
      return;
    }
    sendWith(async () => (await photo?.prepared)?.image);
  };
  const restore = useEffectEvent(() => {
    const prepared = draft.restorePhoto();
    // Resume an upload that was interrupted by a reload.
    if (saved.sending && !saved.photoIsLost) sendWith(async () => (await prepared)?.image);
  });
  useEffect(() => {
    restore();
  }, []);
  const error = over > 0 ? tooLongMessage(over) : isMissing ? i18n._(MISSING) : undefined;
  const photoIsMissing = saved.photoIsLost && photo === null;
  return { ...sending, text, photo, photoIsMissing, error, locked, setDraftText, choose, remove, submit };
}

/** Proof form: an image, a text, or both. Kept until the upload has succeeded. */
export function SubmitGoalForm(props: SubmitGoalFormProps) {
  const form = useSubmitGoalForm(props);
  const { text, photo, phase, locked } = form;
  return (
    <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-4">
      <PhotoField
        photo={photo}
        disabled={locked}
        progress={phase === 'sending' && <Progress part={form.progress} />}
        onChoose={(file) => {
          form.clearFailure();
          form.choose(file);
        }}
        onRemove={() => {
          form.clearFailure();
          form.remove();
        }}
      />
      <TextAreaField
        label={t`Text description`}
        hint={t`Tell your teacher what you did.`}
        dir="auto"
        value={text}
        readOnly={locked}
        error={form.error}
        onChange={({ currentTarget }) => {
          form.setDraftText(currentTarget.value);
        }}
      />
      {form.photoIsMissing && (
        <FormAlert>
          <Trans>Your photo wasn&apos;t kept. Please add it again, then press Submit Goal.</Trans>
        </FormAlert>
      )}
      {phase === 'waiting' && <WaitingNote />}
      <FormFailure error={form.failure} pending={phase === 'sending'} />
      <Actions phase={phase} onCancel={form.cancel} />
    </form>
  );
}
