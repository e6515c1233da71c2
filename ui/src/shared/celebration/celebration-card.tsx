import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PartyPopper, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '@/components/icon-button';
import { Coin } from '@/components/illustrations/coin';
import { Amount } from '@/shared/amount';
import { Speaker } from '@/shared/read-aloud/speaker';

const MAX_NAMED = 5;

type CelebrationCardProps = {
  title: string;
  /** Goals or awards; at most five are listed. */
  lines: { id: string; text: ReactNode }[];
  total: number;
  /** What they are worth, if that is more. */
  of?: number;
  onDismiss: () => void;
};

/** Dismissible card with what the student earned since the last visit. */
export function CelebrationCard({ title, lines, total, of, onDismiss }: CelebrationCardProps) {
  const more = lines.length - MAX_NAMED;
  return (
    <div
      data-notice
      className="animate-rise mb-4 flex items-start gap-3 rounded-card border border-coin-edge/45 bg-gold-soft py-4 ps-5 pe-2 sm:items-center sm:gap-4"
    >
      <Coin className="size-11 max-sm:hidden" />
      <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
        <div className="min-w-0 grow">
          <h2 className="flex items-center gap-2">
            {title}
            <PartyPopper aria-hidden className="size-5 text-gold-ink" />
          </h2>
          <ul>
            {lines.slice(0, MAX_NAMED).map(({ id, text }) => (
              <li key={id} className="wrap-anywhere">
                {text}
              </li>
            ))}
            {more > 0 && (
              <li>
                <Trans>and {more} more</Trans>
              </li>
            )}
          </ul>
        </div>
        <p>
          <Amount signed value={total} {...(of !== undefined && { of })} className="sm:text-lead" />
        </p>
      </div>
      <Speaker />
      <IconButton
        label={t`Close`}
        icon={<X aria-hidden />}
        className="-my-2 text-ink-2!"
        onClick={onDismiss}
      />
    </div>
  );
}
