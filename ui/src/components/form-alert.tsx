import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is wrong with a form as a whole. Give it an id and name that id as `errorId` of the fields it is about. */
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
