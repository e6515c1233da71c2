import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { formatCount } from '@/lib/format';

export type OtherTab = {
  waiting: number;
  /** One of what waits, such as "goal suggestion". */
  noun: string;
  to: string;
  onFollow: () => void;
};

type WaitingElsewhereProps = OtherTab & { art: ReactNode; title: string };

/** The empty state of a tab while something waits in the tab beside it. */
export function WaitingElsewhere({ art, title, waiting, noun, to, onFollow }: WaitingElsewhereProps) {
  return (
    <EmptyState
      art={art}
      title={title}
      action={
        <ButtonLink variant="primary" to={to} onClick={onFollow}>
          Show {noun}s
        </ButtonLink>
      }
    >
      {formatCount(waiting, noun)} {waiting === 1 ? 'waits' : 'wait'} for you.
    </EmptyState>
  );
}
