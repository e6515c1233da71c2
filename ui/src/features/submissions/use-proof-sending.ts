import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { ApiError, isStatus, NetworkError } from '@/api/api-error';
import { connection } from '@/api/connection';
import { failureToast } from '@/api/failure-toast';
import { toast } from '@/components/toast-store';

import { type Proof, useSubmitProof } from './queries';

const FAILED = 'Failed to submit goal. Please try again.';
/** An upload that breaks off each time although the server answers won't get through by trying forever. */
const MAX_RESENDS = 3;

type Ready = Omit<Proof, 'onProgress' | 'signal'>;

/** `waiting`: the class computer is away, and what was to be sent is sent when it is back. */
export type SendingPhase = 'idle' | 'sending' | 'waiting';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const wasSentBefore = (error: unknown) => error instanceof ApiError && error.code === 'already_submitted';

/** Sends a proof once, through lost connections and lost answers; `onSent` is called when it has arrived. */
export function useProofSending(onSent: () => void) {
  const { mutateAsync } = useSubmitProof();
  const queryClient = useQueryClient();
  const online = useSyncExternalStore(connection.subscribe, connection.isOnline);
  const [phase, setPhase] = useState<SendingPhase>('idle');
  const [progress, setProgress] = useState(0);
  const call = useRef<AbortController | null>(null);
  const again = useRef<{ make: () => Promise<Ready>; left: number } | null>(null);
  // A try whose answer never came may have arrived all the same.
  const unanswered = useRef(false);

  const arrived = () => {
    setPhase('idle');
    toast({ title: 'Goal submitted!', description: 'It is pending review by the teacher.' });
    onSent();
  };
  const lost = () => {
    const left = again.current?.left ?? 0;
    setPhase(left > 0 ? 'waiting' : 'idle');
    // Said when it begins and when it ends, not at every try between.
    if (left > 0 && left < MAX_RESENDS) return;
    const kept = left > 0 ? 'It is kept here and sent when the class computer is back.' : undefined;
    toast({ tone: 'error', title: 'Error', description: FAILED, detail: kept });
  };
  const failed = (error: unknown) => {
    if (wasSentBefore(error) && unanswered.current) {
      // Our own proof, of the try before: it only never said so.
      void queryClient.invalidateQueries();
      arrived();
      return;
    }
    unanswered.current ||= isAbort(error) || error instanceof NetworkError;
    if (error instanceof NetworkError) {
      lost();
      return;
    }
    setPhase('idle');
    if (!isAbort(error)) failureToast(FAILED, error);
    // The page is behind: the goal has moved on, or the try that was called off had arrived.
    if (isAbort(error) || isStatus(error, 409) || isStatus(error, 404)) void queryClient.invalidateQueries();
  };
  const attempt = async (make: () => Promise<Ready>) => {
    if (call.current) return;
    const abort = new AbortController();
    call.current = abort;
    setPhase('sending');
    setProgress(0);
    try {
      const ready = await make();
      abort.signal.throwIfAborted();
      await mutateAsync({ ...ready, signal: abort.signal, onProgress: setProgress });
      call.current = null;
      arrived();
    } catch (error) {
      call.current = null;
      failed(error);
    }
  };
  const resend = useEffectEvent(() => {
    const next = again.current;
    if (!next) return;
    next.left -= 1;
    void attempt(next.make);
  });
  useEffect(() => {
    if (phase === 'waiting' && online) resend();
  }, [phase, online]);
  return {
    phase,
    progress,
    /** @param make The proof, as soon as its image is ready. */
    send: (make: () => Promise<Ready>) => {
      again.current = { make, left: MAX_RESENDS };
      void attempt(make);
    },
    cancel: () => {
      again.current = null;
      call.current?.abort();
      setPhase('idle');
    },
  };
}
