import { FormAlert } from '@/components/form-alert';

import type { SignInProblem } from './sign-in-problem';

/** Error of a failed sign-in with a hint, or a neutral note if it was cancelled. */
export function SignInAlert({
  id,
  problem: { text, hint, neutral },
}: {
  id?: string;
  problem: SignInProblem;
}) {
  if (neutral) {
    return (
      <p id={id} role="status" className="rounded-control bg-sunken px-3 py-2.5 text-ink-2">
        {text}
      </p>
    );
  }
  return (
    <div>
      <FormAlert {...(id !== undefined && { id })}>{text}</FormAlert>
      {hint !== undefined && (
        <p role="status" className="mt-2 text-small text-balance text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
