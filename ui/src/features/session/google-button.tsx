import { useRef } from 'react';

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

export function GoogleButton({ onPress, pending, onCancel, size = 'normal' }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    // The button that was pressed goes.
    button.current?.focus();
    onCancel?.();
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
        onClick={onPress}
      >
        Sign in with Google
      </Button>
      {pending === 'google' && (
        <p role="status" className="flex flex-wrap items-center justify-center gap-x-1 text-small text-ink-2">
          Continue in Google&apos;s window.
          <Button variant="link" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
    </>
  );
}
