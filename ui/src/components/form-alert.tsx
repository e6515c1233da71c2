import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Error of the whole form. Pass its id as `errorId` of the related fields. */
export function FormAlert({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex gap-2 rounded-control bg-denied-soft px-3 py-2.5 text-denied-ink [&>svg]:mt-0.5 [&>svg]:size-4.5"
    >
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </p>
  );
}
