import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';

export type OtherTab = {
  waiting: number;
  kind: 'submissions' | 'suggestions';
  to: string;
  onFollow: () => void;
};

type OtherTabPromptProps = OtherTab & { art: ReactNode; title: string };

/** Empty state that links to the pending items of the other tab. */
export function OtherTabPrompt({ art, title, waiting, kind, to, onFollow }: OtherTabPromptProps) {
  return (
    <EmptyState
      art={art}
      title={title}
      action={
        <ButtonLink variant="primary" to={to} onClick={onFollow}>
          {kind === 'submissions' ? <Trans>Show submissions</Trans> : <Trans>Show goal suggestions</Trans>}
        </ButtonLink>
      }
    >
      {kind === 'submissions' ? (
        <Plural value={waiting} one="# submission waits for you." other="# submissions wait for you." />
      ) : (
        <Plural
          value={waiting}
          one="# goal suggestion waits for you."
          other="# goal suggestions wait for you."
        />
      )}
    </EmptyState>
  );
}
