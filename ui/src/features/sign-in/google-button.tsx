import { type MouseEvent, useEffect, useRef, useState } from 'react';

import { Button } from '@/components/button';

import { GoogleMark } from './google-mark';

type GoogleButtonProps = {
  onPress: () => void;
  /** What it waits for. */
  pending?: 'google' | 'server' | undefined;
  onCancel?: () => void;
  size?: 'normal' | 'large';
};

const labels = { google: 'Waiting for Google', server: 'Signing in' };

/** The second click of a double one, with Cancel under the pointer already, comes sooner. */
const CANCEL_COUNTS_AFTER_MS = 500;
/** Long enough for Google's window to be there. */
const WINDOW_COMES_WITHIN_MS = 10_000;

type WaitingProps = { onCancel: (event: MouseEvent) => void };

/** Where packets get lost without an answer, neither a window comes nor an error for half a minute. */
function Waiting({ onCancel }: WaitingProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, WINDOW_COMES_WITHIN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <p role="status" className="flex flex-wrap items-center justify-center gap-x-1 text-small text-ink-2">
      <span className="text-balance">
        Continue in Google&apos;s window.
        {long && ' If it isn’t there or stays empty, check the internet connection, or cancel.'}
      </span>
      <Button variant="link" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  );
}

export function GoogleButton({ onPress, pending, onCancel, size = 'normal' }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(0);
  const press = () => {
    pressedAt.current = performance.now();
    onPress();
  };
  const cancel = ({ detail }: MouseEvent) => {
    // The button that was pressed goes.
    button.current?.focus();
    const byKeyboard = detail === 0;
    if (byKeyboard || performance.now() - pressedAt.current >= CANCEL_COUNTS_AFTER_MS) onCancel?.();
  };
  return (
    <>
      <Button
        ref={button}
        block
        size={size}
        icon={<GoogleMark />}
        pending={pending !== undefined}
        pendingLabel={pending && labels[pending]}
        onClick={press}
      >
        Sign in with Google
      </Button>
      {pending === 'google' && <Waiting onCancel={cancel} />}
    </>
  );
}
