import { Trans } from '@lingui/react/macro';
import { Pin } from 'lucide-react';
import { useId } from 'react';

import type { Savings } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Gift } from '@/components/illustrations/gift';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';
import { SavingsProgress } from '@/shared/savings-progress';

/** What is missing, or the way to the store. */
function Distance({ cost, balance }: { cost: number; balance: number }) {
  if (balance < cost) return <SavingsProgress cost={cost} balance={balance} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p>
        <Trans>You have enough for it!</Trans>
      </p>
      <ButtonLink variant="soft" to="/student/store">
        <Trans>Go to the Store</Trans>
      </ButtonLink>
    </div>
  );
}

type SavingsCardProps = {
  savings: Savings;
  /** Undefined while loading. */
  balance: number | undefined;
};

/** The item that the student saves for, and what is missing. */
export default function SavingsCard({ savings, balance }: SavingsCardProps) {
  const titleId = useId();
  const { itemId, itemName, goalbucksCost, stock, picture } = savings;
  if (itemId === null || goalbucksCost === null) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex min-w-0 overflow-clip">
      {/* In pixels: with large text its place is for the text. */}
      <div className="relative w-[80px] shrink-0 bg-sky sm:w-[104px]">
        {picture ? (
          <PictureBox picture={picture} className="absolute inset-0 m-auto size-[64px] sm:size-[80px]" />
        ) : (
          <Gift id={itemId} className="absolute inset-0" />
        )}
      </div>
      <div className="min-w-0 grow px-4 py-4 sm:px-5">
        <h2 id={titleId} className="mb-2">
          <span className="mb-0.5 flex items-center gap-1.5 text-small font-normal text-ink-2">
            <Pin aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <Trans>You save for</Trans>
            </span>
          </span>{' '}
          <bdi className="line-clamp-3 text-lead wrap-anywhere">{itemName}</bdi>
        </h2>
        {balance !== undefined && <Distance cost={goalbucksCost} balance={balance} />}
        {stock === 0 && (
          <p className="text-small text-ink-2">
            <Trans>It is sold out right now.</Trans>
          </p>
        )}
      </div>
    </Card>
  );
}
