import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useId, useMemo } from 'react';

import { isStatus } from '@/api/api-error';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { useDialogGuard, useStepTitle } from '@/components/dialog/dialog';

import { useFocusAtStart } from '../../hooks/use-focus-at-start';
import type { HandoffStart } from './desktop-window';
import { type Needed, neededFor } from './entry';
import { type Delivered, deliveredQuery, handOffEnd, handOffEntry } from './hand-off-queries';
import { LoadingForm } from './loading-form';
import { ProblemNote } from './problem-note';
import { type Problem, signInProblem } from './sign-in-problem';
import { useEnter } from './teacher-queries';

type Ways = {
  /** Begins once more, in a new tab of the browser. */
  onAgain: () => void;
  onBack: () => void;
  /** The server wants something else first. */
  onNeeded: (needed: Needed) => void;
};

/** The window's process opens the browser. */
function Begins({ onBack }: Pick<Ways, 'onBack'>) {
  const step = useFocusAtStart<HTMLDivElement>();
  return (
    <div ref={step} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <LoadingForm />
      <Button variant="ghost" block onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

function InTheBrowser({ start: { address, opened }, onBack }: { start: HandoffStart; onBack: () => void }) {
  const step = useFocusAtStart<HTMLDivElement>();
  useStepTitle('Continue in your browser');
  return (
    <div ref={step} tabIndex={-1} className="mt-3 flex flex-col gap-4 outline-none">
      <p role="status" className="flex gap-3 text-ink-2">
        <LoaderCircle aria-hidden className="mt-0.5 size-4.5 animate-spin" />
        {opened
          ? 'Sign in with Google there, then come back to this window.'
          : 'Your browser didn’t open by itself. Copy this address into it, sign in with Google there, then come back to this window.'}
      </p>
      <div className="rounded-control bg-sunken p-4">
        {opened && (
          <p className="mb-2 text-small text-ink-2">No page opened? Copy this address into your browser:</p>
        )}
        <p className="mb-3 text-small wrap-anywhere select-all">
          <bdi>{address}</bdi>
        </p>
        <CopyButton text={address} what="address">
          Copy address
        </CopyButton>
      </div>
      <Button variant="ghost" block onClick={onBack}>
        Cancel
      </Button>
    </div>
  );
}

type QuestionProps = Ways & { start: HandoffStart; delivered: Delivered };

/** Each apart from what is around it: a name may be written from right to left. */
function useQuestion({ name, email }: Delivered) {
  const title = useMemo(
    () => (
      <span className="block text-balance">
        Continue as <bdi>{name}</bdi> (<bdi>{email}</bdi>)?
      </span>
    ),
    [name, email],
  );
  useStepTitle(title);
}

/** Somebody else's sign-in, slipped under this window, would be noticed here. */
function Question({ start, delivered, onAgain, onBack, onNeeded }: QuestionProps) {
  const { mutate, isPending, error } = useEnter();
  const yes = useFocusAtStart<HTMLButtonElement>();
  const emailId = useId();
  useQuestion(delivered);
  useDialogGuard({ dirty: false, busy: isPending });
  const problem = error && signInProblem(error, 'Google sign-in failed');
  if (problem && isStatus(error.cause, 410)) return <Ended {...{ problem, onAgain, onBack }} />;
  const go = () => {
    mutate(handOffEntry(start, delivered), {
      onError: (refusal) => {
        const needed = neededFor(refusal);
        if (needed) onNeeded(needed);
      },
    });
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p className="text-balance text-ink-2">This is who signed in with Google in your browser just now:</p>
      {/* A name can be anything, "Elena (elena@school.org)" too; what stands here is the e-mail alone. */}
      <p id={emailId} className="mb-2 rounded-control bg-sunken p-4 font-mid wrap-anywhere">
        <bdi>{delivered.email}</bdi>
      </p>
      {problem && <ProblemNote problem={problem} />}
      <Button
        ref={yes}
        variant="primary"
        size="large"
        block
        pending={isPending}
        pendingLabel="Signing in"
        aria-describedby={emailId}
        onClick={go}
      >
        Continue
      </Button>
      <Button variant="ghost" block disabled={isPending} onClick={onAgain}>
        Use another account
      </Button>
    </div>
  );
}

type EndedProps = Omit<Ways, 'onNeeded'> & { problem: Problem };

function Ended({ problem, onAgain, onBack }: EndedProps) {
  const again = useFocusAtStart<HTMLButtonElement>();
  useStepTitle('Sign in with Google');
  return (
    <div className="mt-4 flex flex-col gap-3">
      <ProblemNote problem={problem} />
      <Button ref={again} variant="primary" size="large" block onClick={onAgain}>
        Try again
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

function Underway({ start, ...ways }: Ways & { start: HandoffStart }) {
  const { data, error } = useQuery(deliveredQuery(start));
  const ended = handOffEnd(error);
  if (ended !== null) return <Ended problem={{ text: ended }} {...ways} />;
  if (data) return <Question start={start} delivered={data} {...ways} />;
  return <InTheBrowser start={start} onBack={ways.onBack} />;
}

/** What `useBeginHandOff` knows. */
type Beginning = { data: HandoffStart | undefined; isError: boolean };

/** Google's sign-in of the desktop window: in the system's browser, then on as whoever signed in there. */
export function HandOff({ beginning, ...ways }: Ways & { beginning: Beginning }) {
  if (beginning.isError) return <Ended problem={{ text: 'Google sign-in failed' }} {...ways} />;
  if (!beginning.data) return <Begins onBack={ways.onBack} />;
  return <Underway key={beginning.data.handoff} start={beginning.data} {...ways} />;
}
