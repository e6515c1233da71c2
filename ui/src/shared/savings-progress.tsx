import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ProgressBar } from '@/components/progress-bar';
import { formatNumber } from '@/lib/format';

/** Progress towards the price of an item that costs more than the balance. */
export function SavingsProgress({ cost, balance }: { cost: number; balance: number }) {
  const missing = cost - balance;
  const missingText = t({
    message: plural(missing, { other: '# more to go' }),
    comment: 'GoalBucks that a student still needs for an item of the store',
  });
  const saved = formatNumber(balance);
  const price = formatNumber(cost);
  return (
    <>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-2 text-small text-ink-2">
        <span>
          <Trans>
            {saved} of {price}
          </Trans>
        </span>
        <b className="text-ink">{missingText}</b>
      </div>
      <ProgressBar
        tone="gold"
        label={t`GoalBucks saved`}
        value={Math.max(0, balance)}
        max={cost}
        valueText={missingText}
      />
    </>
  );
}
