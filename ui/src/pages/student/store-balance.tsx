import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Card } from '@/components/card';
import { CountUp } from '@/components/count-up';
import { Coin } from '@/components/illustrations/coin';
import { Skeleton } from '@/components/skeleton';
import { useBalanceVisibility } from '@/features/students/balance-visibility';
import { useMyBalance } from '@/features/students/queries';
import { amountUnit } from '@/shared/amount-unit';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';

import { HistoryLink } from './history-link';

function BalanceValue() {
  const balance = useMyBalance();
  const visibilityRef = useBalanceVisibility();
  return (
    <QueryView
      query={balance}
      error={<RetryButton query={balance} className="-ms-2" />}
      loading={t`Loading Available Balance...`}
      skeleton={
        <>
          <Skeleton className="my-2 h-7 w-32" />
          <Skeleton className="mb-1.5 h-2.5 w-16" />
        </>
      }
    >
      {({ balance }) => (
        <>
          <span
            ref={visibilityRef}
            className="flex flex-wrap items-baseline gap-x-2.5 font-bold text-gold-ink"
          >
            <span className="text-display tracking-tight">
              <CountUp value={balance} />
            </span>{' '}
            <span className="text-lead font-mid">{amountUnit(balance)}</span>
          </span>
          <HistoryLink />
        </>
      )}
    </QueryView>
  );
}

/** The available balance. */
export function StoreBalance() {
  return (
    <Card className="relative flex items-center gap-4 py-3 ps-4 pe-6 large-text:flex-wrap">
      <Coin className="size-11" />
      <div>
        <p className="text-small text-ink-2">
          <Trans>Available Balance</Trans>
        </p>
        <BalanceValue />
      </div>
    </Card>
  );
}
