import { Trans } from '@lingui/react/macro';

/** Logo: a flag on a hill. */
export function BrandMark({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={className}>
      <rect width="36" height="36" rx="9" fill="var(--color-hill-4)" />
      <path
        d="M0 27c7-5.5 13-7 18.5-4.6S29 27 36 22.5V27a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9z"
        fill="var(--color-hill-3)"
      />
      <path d="M15 23.5V8.6" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M16 9l9.5 4.2L16 17.4z" fill="#fff" stroke="#fff" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}

/** Logo, name and tagline for the sidebars. */
export function Brand({ caption, compact = false }: { caption?: string; compact?: boolean }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-lead leading-[1.375rem] font-bold tracking-tight max-[359px]:gap-1.5 max-[359px]:text-body large-text:gap-1.5 large-text:text-body">
      <BrandMark className={compact ? 'size-8' : 'size-9'} />
      <div className="min-w-0">
        <span className="block truncate">
          <Trans>GoalBucks</Trans>
        </span>
        {caption !== undefined && (
          <span
            title={caption}
            dir="auto"
            className="block min-h-lh truncate text-small font-text tracking-normal text-ink-2"
          >
            {caption}
          </span>
        )}
      </div>
    </div>
  );
}
