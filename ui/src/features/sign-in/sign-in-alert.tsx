import { useEffect, useRef } from 'react';

import { FormAlert } from '@/components/form-alert';

import type { SignInFailure } from './teacher-sign-in-failure';

/** Error of a failed sign-in with a hint, or a neutral note if it was cancelled. */
export function SignInAlert({
  id,
  failure: { text, hint, neutral },
}: {
  id?: string;
  failure: SignInFailure;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may be far below.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (neutral) {
    return (
      <div ref={ref} id={id} role="status" className="rounded-control bg-sunken px-3 py-2.5 text-ink-2">
        {text}
      </div>
    );
  }
  return (
    <div ref={ref}>
      <FormAlert {...(id !== undefined && { id })}>{text}</FormAlert>
      {hint !== undefined && (
        <p role="status" className="mt-2 text-small text-balance text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
