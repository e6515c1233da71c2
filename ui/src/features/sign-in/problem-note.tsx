import { FormAlert } from '@/components/form-alert';

import type { Problem } from './sign-in-problem';

/** A failed sign-in, red, with what still works under it; or calmly that the teacher left off. */
export function ProblemNote({ id, problem: { text, hint, calm } }: { id?: string; problem: Problem }) {
  if (calm) {
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
