import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from './icon-button';

type NoticeProps = {
  icon: ReactNode;
  title: ReactNode;
  /** A button at the end. */
  aside?: ReactNode;
  onDismiss: () => void;
  children: ReactNode;
};

/** Message card with a close button. */
export function Notice({ icon, title, aside, onDismiss, children }: NoticeProps) {
  return (
    <section
      data-notice
      className="animate-rise relative mb-4 flex items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-low sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink max-sm:hidden">
        {icon}
      </span>
      <div className="min-w-0 grow">
        <h2 className="pe-9 wrap-anywhere">{title}</h2>
        {children}
      </div>
      {aside && <span className="me-8">{aside}</span>}
      <IconButton
        label={t`Close`}
        icon={<X aria-hidden />}
        className="absolute end-2 top-2 text-ink-2!"
        onClick={onDismiss}
      />
    </section>
  );
}
