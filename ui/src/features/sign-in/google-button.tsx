import { i18n } from '@lingui/core';
import { msg, select } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';

import { serverKind } from '@/api/server-kind';
import { Button } from '@/components/button';

import { GoogleMark } from './google-mark';

type GoogleButtonProps = {
  onPress: () => void;
  /** The pending step, if any. */
  pending?: 'google' | 'server' | undefined;
  onCancel?: () => void;
  size?: 'normal' | 'large';
  /** Whether an identity provider is set up. */
  available?: boolean;
};

const labels = { google: msg`Waiting for Google`, server: msg`Signing in` };

/** Ignores Cancel for this long: it may be the second click of a double click. */
const CANCEL_GUARD_MS = 500;
/** After this time the text also says what to do if Google's window doesn't appear. It stays open. */
const SLOW_POPUP_MS = 10_000;

type WaitingProps = { onCancel: (event: MouseEvent) => void };

/** Shown while Google's window is open; without a connection it may take half a minute to fail. */
function WaitingForGoogle({ onCancel }: WaitingProps) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsSlow(true);
    }, SLOW_POPUP_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <p role="status" className="flex flex-wrap items-center justify-center gap-x-1 text-small text-ink-2">
      <span className="text-balance">
        {isSlow ? (
          <Trans>
            Continue in Google&apos;s window. If it isn’t there or stays empty, check the internet connection,
            or cancel.
          </Trans>
        ) : (
          <Trans>Continue in Google&apos;s window.</Trans>
        )}
      </span>
      <Button variant="link" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </p>
  );
}

export function GoogleButton({
  onPress,
  pending,
  onCancel,
  size = 'normal',
  available = true,
}: GoogleButtonProps) {
  const noteId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(0);
  const press = () => {
    pressedAt.current = performance.now();
    onPress();
  };
  const cancel = ({ detail }: MouseEvent) => {
    // The clicked button unmounts.
    button.current?.focus();
    const byKeyboard = detail === 0;
    if (byKeyboard || performance.now() - pressedAt.current >= CANCEL_GUARD_MS) onCancel?.();
  };
  return (
    <>
      <Button
        ref={button}
        block
        size={size}
        variant={available ? 'secondary' : 'ghost'}
        aria-describedby={available ? undefined : noteId}
        icon={<GoogleMark />}
        pending={pending !== undefined}
        pendingLabel={pending && i18n._(labels[pending])}
        onClick={press}
      >
        <Trans>Sign in with Google</Trans>
      </Button>
      {!available && (
        <p id={noteId} className="-mt-3 text-center text-small text-ink-2">
          {select(serverKind(), {
            school: "Not set up on this school's server",
            other: 'Not set up on this computer',
          })}
        </p>
      )}
      {pending === 'google' && <WaitingForGoogle onCancel={cancel} />}
    </>
  );
}
