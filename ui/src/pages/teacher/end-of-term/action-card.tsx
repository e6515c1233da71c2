import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';

type ActionCardProps = {
  icon: ReactNode;
  title: string;
  /** When it is the right one. */
  when: string;
  facts: readonly string[];
  /** The button. */
  action?: ReactNode;
};

/** One of the things to do when a term or a year ends. */
export function ActionCard({ icon, title, when, facts, action }: ActionCardProps) {
  return (
    <Card as="section" aria-label={title} className="flex flex-col gap-3 p-5">
      <h2 className="flex items-center gap-3 [&>svg]:size-5.5 [&>svg]:shrink-0 [&>svg]:text-brand-ink">
        {icon}
        {title}
      </h2>
      <p className="-mt-2 text-ink-2">{when}</p>
      <ul className="mb-auto flex flex-col gap-1.5">
        {facts.map((fact) => (
          <li
            key={fact}
            className="flex gap-2 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-2"
          >
            <Check aria-hidden />
            {fact}
          </li>
        ))}
      </ul>
      {action !== undefined && <div className="mt-1">{action}</div>}
    </Card>
  );
}
