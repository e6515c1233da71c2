import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { formatCount } from '@/lib/format';

export type OtherTab = {
  waiting: number;
  /** Singular noun, such as "goal suggestion". */
  noun: string;
  to: string;
  onFollow: () => void;
};

type OtherTabPromptProps = OtherTab & { art: ReactNode; title: string };

/** Empty state that links to the pending items of the other tab. */
export function OtherTabPrompt({ art, title, waiting, noun, to, onFollow }: OtherTabPromptProps) {
  return (
    <EmptyState
      art={art}
      title={title}
      action={
        <ButtonLink variant="primary" to={to} onClick={onFollow}>
          <Trans>Show {noun}s</Trans>
        </ButtonLink>
      }
    >
      {formatCount(waiting, noun)} {waiting === 1 ? 'waits' : 'wait'} for you.
    </EmptyState>
  );
}
