import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

import { Button } from '@/components/button';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';

type SelectedCountProps = { selectedCount: number; all: number };

/** "3 of 12 selected". */
function SelectedCount({ selectedCount, all }: SelectedCountProps) {
  const selected = formatNumber(selectedCount);
  const total = formatNumber(all);
  return (
    <Trans comment="Rows of a table, such as students">
      <b className="text-ink">{selected}</b> of {total} selected
    </Trans>
  );
}

type SelectionStatusProps = SelectedCountProps & {
  status: RefObject<HTMLParagraphElement | null>;
  /** Shown while nothing is selected. */
  children: ReactNode;
};

/** Live count of selected rows. Takes the focus when the bar of the selection disappears. */
export function SelectionStatus({ status, children, ...count }: SelectionStatusProps) {
  return (
    <p
      ref={status}
      data-selection-status
      role="status"
      tabIndex={-1}
      className="rounded-small text-ink-2 max-sm:me-auto"
    >
      {count.selectedCount === 0 ? children : <SelectedCount {...count} />}
    </p>
  );
}

/** Moves the focus to the element when the bar goes while it has the focus. */
function useFocusAfter(target: RefObject<HTMLElement | null>) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    const next = target.current;
    return () => {
      // Without scrolling: the bar may be far below.
      if (element?.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [target]);
  return bar;
}

type SelectionBarProps = SelectedCountProps & {
  label: string;
  onClear: () => void;
  /** Above the count. */
  above?: ReactNode;
  /** Takes the focus when the bar disappears. */
  focusAfter: RefObject<HTMLElement | null>;
  className?: string;
  children: ReactNode;
};

/** What can be done with the selected rows, at the bottom of the window while the table scrolls. */
export function SelectionBar({
  label,
  onClear,
  above,
  focusAfter,
  className,
  children,
  ...count
}: SelectionBarProps) {
  const bar = useFocusAfter(focusAfter);
  return (
    <div
      ref={bar}
      data-selection-bar
      role="group"
      aria-label={label}
      className={classNames(
        'sticky bottom-0 z-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 shadow-high short:static print:hidden',
        className,
      )}
    >
      {above}
      <p className="text-ink-2">
        <SelectedCount {...count} />
      </p>
      <Button variant="ghost" onClick={onClear}>
        {t({ message: 'Clear', comment: 'Button that deselects all rows' })}
      </Button>
      <div className="ms-auto flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2! max-sm:[&_svg]:hidden">
        {children}
      </div>
    </div>
  );
}
