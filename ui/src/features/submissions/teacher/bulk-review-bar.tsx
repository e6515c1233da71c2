import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Check, Info, ListChecks, X } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '@/components/button';
import { Checkbox } from '@/components/checkbox';
import { formatNumber } from '@/lib/format';
import { UnconfirmedSendAlert } from '@/shared/unconfirmed-send-alert';

import { UNCONFIRMED_REVIEWS } from './mutations';
import type { Selection } from './use-selection';

/** Starts selecting. `data-choose` is used to restore the focus. */
export function SelectButton({ onBegin }: { onBegin: () => void }) {
  return (
    <Button
      data-choose
      variant="ghost"
      icon={<ListChecks aria-hidden />}
      className="max-sm:px-1.5!"
      onClick={onBegin}
    >
      <Trans>Select several</Trans>
    </Button>
  );
}

function NoLongerPending({ count }: { count: number }) {
  return (
    <p className="order-last flex w-full items-center gap-2 text-small text-ink-2 [&>svg]:size-4">
      <Info aria-hidden />
      <Plural
        value={count}
        one="# selected submission is no longer pending."
        other="# selected submissions are no longer pending."
      />
    </p>
  );
}

type BulkReviewBarProps = {
  selection: Selection;
  total: number;
  sending: boolean;
  /** Error of the last approval. */
  failure: Error | null;
  onApprove: () => void;
  onDeny: () => void;
  onCancel: () => void;
};

function BulkReviewButtons({ selection, sending, onApprove, onDeny, onCancel }: BulkReviewBarProps) {
  const count = selection.selected.length;
  const none = count === 0 && !sending;
  const number = formatNumber(count);
  return (
    <>
      <Button variant="ghost" className="ms-auto" disabled={sending} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:grow max-sm:[&>*]:px-2">
        <Button variant="danger-outline" icon={<X aria-hidden />} disabled={none || sending} onClick={onDeny}>
          {count === 0 ? t`Deny...` : t`Deny ${number}...`}
        </Button>
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          disabled={none}
          pending={sending}
          pendingLabel={t`Approving`}
          onClick={onApprove}
        >
          {count === 0 ? t`Approve` : t`Approve ${number}`}
        </Button>
      </div>
    </>
  );
}

/** Sticky bar with the number of selected submissions and bulk actions. */
export function BulkReviewBar(props: BulkReviewBarProps) {
  const { selection, total, sending, failure } = props;
  const count = selection.selected.length;
  const chosen = formatNumber(count);
  const all = formatNumber(total);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div
      ref={bar}
      data-sticky-bar
      role="group"
      aria-label={t`Review several`}
      className="sticky top-[calc(var(--banner)+var(--top-bar))] z-4 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2 shadow-low sm:px-6 short:static"
    >
      <Checkbox
        label={t`Select all`}
        checked={count > 0 && count === total}
        indeterminate={count > 0 && count < total}
        disabled={sending}
        onChange={selection.toggleAll}
      />
      <div role="status" className="contents">
        <p className="text-ink-2">
          <Trans comment="Submissions">
            {chosen} of {all} selected
          </Trans>
        </p>
        {selection.removedCount > 0 && !sending && <NoLongerPending count={selection.removedCount} />}
      </div>
      <BulkReviewButtons {...props} />
      <div className="order-last w-full empty:hidden">
        <UnconfirmedSendAlert error={count > 0 ? failure : null} unconfirmed={UNCONFIRMED_REVIEWS} />
      </div>
    </div>
  );
}
