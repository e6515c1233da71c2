import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { outageOf } from '@/api/api-error';
import { connection } from '@/api/connection';
import { toast } from '@/components/toast/toast-store';
import { useStore } from '@/hooks/use-store';

import { type ProofSubmission, SUBMIT_FAILED, useSubmitProof } from './mutations';

/** Maximum number of automatic retries. */
const MAX_RESENDS = 3;

/** Resolves when the image is ready. */
type BuildProof = () => Promise<ProofSubmission>;

/** `waiting`: resumes when the server is reachable again. */
export type UploadPhase = 'idle' | 'sending' | 'waiting';

type UploadOutcome = 'arrived' | 'refused' | 'called-off' | 'lost';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function toastSubmitted() {
  toast({
    title: t`Goal submitted!`,
    description: t({ message: 'It is pending review by the teacher.', comment: 'A submission' }),
  });
}

/** Sends once, shows a toast when the proof has arrived, and returns the outcome. */
function useUploadAttempt(sentBefore: boolean) {
  const { mutateAsync, error: failure, reset } = useSubmitProof();
  // If a response was lost, the proof may have arrived.
  const unconfirmed = useRef(sentBefore);

  const outcomeOf = (error: unknown): UploadOutcome => {
    if (isAbort(error)) {
      unconfirmed.current = true;
      return 'called-off';
    }
    if (outageOf(error) === null) return 'refused';
    unconfirmed.current = true;
    return 'lost';
  };
  const attempt = async (
    make: BuildProof,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ): Promise<UploadOutcome> => {
    const proof = await make();
    if (signal.aborted) return 'called-off';
    const upload = mutateAsync({ proof, sentBefore: unconfirmed.current, signal, onProgress });
    return upload.then(() => {
      toastSubmitted();
      return 'arrived';
    }, outcomeOf);
  };
  return { attempt, failure: isAbort(failure) ? null : failure, clearFailure: reset };
}

type UploadOptions = {
  /** Whether the page was reloaded during an upload. */
  sentBefore: boolean;
  /** Called when an upload starts, and when it ends without success. */
  onSending: (sending: boolean) => void;
};

function useWhenOnline(waiting: boolean, resend: () => void) {
  const online = useStore(connection.outage) === null;
  const onBack = useEffectEvent(resend);
  useEffect(() => {
    if (waiting && online) onBack();
  }, [waiting, online]);
}

function toastFailure() {
  toast({ tone: 'error', title: t`Error`, description: i18n._(SUBMIT_FAILED) });
}

/** Uploads a proof exactly once, across lost connections and responses; calls `onSent` on success. */
export function useProofUpload(onSent: () => void, { sentBefore, onSending }: UploadOptions) {
  const { attempt, failure, clearFailure } = useUploadAttempt(sentBefore);
  const [phase, setPhase] = useState<UploadPhase>('idle');
  const [progress, setProgress] = useState(0);
  const call = useRef<AbortController | null>(null);
  const pending = useRef<{ make: BuildProof; resendsLeft: number } | null>(null);

  const end = (outcome: UploadOutcome) => {
    setPhase('idle');
    onSending(false);
    if (outcome === 'lost') toastFailure();
  };
  const run = async () => {
    const { current } = pending;
    if (!current || call.current) return;
    const controller = new AbortController();
    call.current = controller;
    setPhase('sending');
    setProgress(0);
    const outcome = await attempt(current.make, controller.signal, setProgress);
    // Cancelled or restarted meanwhile: only a success still counts.
    if (call.current === controller) {
      call.current = null;
      if (outcome === 'lost' && current.resendsLeft > 0) setPhase('waiting');
      else end(outcome);
    }
    if (outcome !== 'arrived') return;
    call.current?.abort();
    onSent();
  };
  useWhenOnline(phase === 'waiting', () => {
    if (pending.current) pending.current.resendsLeft -= 1;
    void run();
  });
  return {
    phase,
    progress,
    failure: phase === 'idle' ? failure : null,
    clearFailure,
    send: (make: BuildProof) => {
      pending.current = { make, resendsLeft: MAX_RESENDS };
      onSending(true);
      void run();
    },
    cancel: () => {
      pending.current = null;
      call.current?.abort();
      call.current = null;
      end('called-off');
    },
  };
}
