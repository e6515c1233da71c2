import { Coin } from '@/components/illustrations/coin';
import { classNames } from '@/lib/class-names';
import { formatNumber, formatPart } from '@/lib/format';

import { amountUnit } from './amount-unit';

type AmountProps = {
  value: number;
  /** The whole of which the value is a part; not shown if it is the same. */
  of?: number;
  /** Shows "+25" for income, unless it is a part. */
  signed?: boolean;
  /** Shows the number alone; screen readers still hear the unit. */
  hideUnit?: boolean;
  /** Inherits the text color, for colored backgrounds. */
  plain?: boolean;
  className?: string;
};

/** Coin and text: "1 GoalBuck", "25 GoalBucks", "15 of 25 GoalBucks". */
export function Amount({
  value,
  of = value,
  signed = false,
  hideUnit = false,
  plain = false,
  className,
}: AmountProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-[.36em] font-bold whitespace-nowrap large-text:whitespace-normal',
        !plain && 'text-gold-ink',
        className,
      )}
    >
      {/* Centred on the words, whose baseline is that of the whole: in a sentence the words stand in its line. */}
      <Coin className="size-[1.15em] self-center" />
      {/* In its own direction: "25 GoalBucks" from left to right. */}
      <bdi>
        {of === value ? formatNumber(value, signed) : formatPart(value, of)}{' '}
        <span className={hideUnit ? 'sr-only' : 'font-mid'}>{amountUnit(of)}</span>
      </bdi>
    </span>
  );
}
