import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './button';
import { BrokenLinkArt } from './illustrations/broken-link';

type MessageProps = {
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
};

function Message({ art, title, children, action, level = 2 }: MessageProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex max-w-full flex-col items-center px-6 pt-8 pb-10 text-center large-text:px-3 [&>svg]:max-w-full">
      {art}
      <Heading className="text-lead font-bold tracking-normal">{title}</Heading>
      {children !== undefined && <p className="mt-1 max-w-[38ch] text-balance text-ink-2">{children}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Empty or not-found state with an illustration, a text and an action. */
export function EmptyState(props: MessageProps) {
  return <Message {...props} />;
}

type ErrorStateProps = {
  title: ReactNode;
  children: ReactNode;
  onRetry: () => void;
  retrying?: boolean;
  level?: 1 | 2 | 3;
};

/** The error message in place of content, with a Try again button. */
export function ErrorState({ title, children, onRetry, retrying = false, level = 2 }: ErrorStateProps) {
  return (
    <div role="alert">
      <Message
        art={<BrokenLinkArt />}
        level={level}
        title={title}
        action={
          <Button variant="primary" icon={<RefreshCw aria-hidden />} pending={retrying} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {children}
      </Message>
    </div>
  );
}
