import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { whoIsSilent } from '@/api/api-error';
import { connection } from '@/api/connection';
import { toast } from '@/components/toast/toast-store';
import { useStore } from '@/hooks/use-store';

import { type Proof, SUBMIT_FAILED, useSubmitProof } from './queries';

/** An upload that breaks off each time although the server answers won't get through by trying forever. */
const MAX_RESENDS = 3;

/** The proof, as soon as its image is ready. */
type MakeProof = () => Promise<Proof>;

/** `waiting`: the server or its database is away, and what was to be sent is sent when it is back. */
export type SendingPhase = 'idle' | 'sending' | 'waiting';

type Outcome = 'arrived' | 'refused' | 'called-off' | 'lost';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Sends once and says what became of it. `sentBefore`: the response to an earlier try was lost. */
function useAttempt(sentBefore: boolean) {
  const { mutateAsync, error: failure } = useSubmitProof();
  const queryClient = useQueryClient();
  // A proof whose response was lost may have arrived all the same.
  const unconfirmed = useRef(sentBefore);

  const outcomeOf = (error: unknown): Outcome => {
    if (isAbort(error)) {
      unconfirmed.current = true;
      // What was cancelled may have arrived.
      void queryClient.invalidateQueries();
      return 'called-off';
    }
    if (whoIsSilent(error) === null) return 'refused';
    unconfirmed.current = true;
    return 'lost';
  };
  const attempt = async (
    make: MakeProof,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ): Promise<Outcome> => {
    const proof = await make();
    if (signal.aborted) return 'called-off';
    const upload = mutateAsync({ proof, sentBefore: unconfirmed.current, signal, onProgress });
    return upload.then(() => 'arrived', outcomeOf);
  };
  return { attempt, failure: isAbort(failure) ? null : failure };
}

type SendingOptions = {
  /** The form was loaded anew while the proof was being sent. */
  sentBefore: boolean;
  /** Called when sending begins, and when it ends without arriving. */
  onSending: (sending: boolean) => void;
};

function useWhenBack(waiting: boolean, resend: () => void) {
  const online = useStore(connection.outage) === null;
  const onBack = useEffectEvent(resend);
  useEffect(() => {
    if (waiting && online) onBack();
  }, [waiting, online]);
}

/** Sends a proof once, through lost connections and lost answers; `onSent` is called when it has arrived. */
export function useProofSending(onSent: () => void, { sentBefore, onSending }: SendingOptions) {
  const { attempt, failure } = useAttempt(sentBefore);
  const [phase, setPhase] = useState<SendingPhase>('idle');
  const [progress, setProgress] = useState(0);
  const call = useRef<AbortController | null>(null);
  const wanted = useRef<{ make: MakeProof; resendsLeft: number } | null>(null);

  const end = (outcome: Outcome) => {
    setPhase('idle');
    onSending(false);
    if (outcome === 'lost') toast({ tone: 'error', title: 'Error', description: SUBMIT_FAILED });
  };
  const run = async () => {
    const { current } = wanted;
    if (!current || call.current) return;
    const own = new AbortController();
    call.current = own;
    setPhase('sending');
    setProgress(0);
    const outcome = await attempt(current.make, own.signal, setProgress);
    // Stopped meanwhile, and perhaps begun anew: only an arrival still counts.
    if (call.current === own) {
      call.current = null;
      if (outcome === 'lost' && current.resendsLeft > 0) setPhase('waiting');
      else end(outcome);
    }
    if (outcome !== 'arrived') return;
    call.current?.abort();
    toast({ title: 'Goal submitted!', description: 'It is pending review by the teacher.' });
    onSent();
  };
  useWhenBack(phase === 'waiting', () => {
    if (wanted.current) wanted.current.resendsLeft -= 1;
    void run();
  });
  return {
    phase,
    progress,
    failure: phase === 'idle' ? failure : null,
    send: (make: MakeProof) => {
      wanted.current = { make, resendsLeft: MAX_RESENDS };
      onSending(true);
      void run();
    },
    cancel: () => {
      wanted.current = null;
      call.current?.abort();
      call.current = null;
      end('called-off');
    },
  };
}
