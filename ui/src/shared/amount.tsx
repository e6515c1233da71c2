import { Coin } from '@/components/illustrations/coin';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';

import { amountUnit } from './amount-unit';

type AmountProps = {
  value: number;
  /** Shows "+25" for income. */
  signed?: boolean;
  /** Shows the number alone; screen readers still hear the unit. */
  hideUnit?: boolean;
  /** Inherits the text color, for colored backgrounds. */
  plain?: boolean;
  className?: string;
};

/** Coin and text: "1 GoalBuck", "25 GoalBucks". */
export function Amount({ value, signed = false, hideUnit = false, plain = false, className }: AmountProps) {
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
      <span>
        {formatNumber(value, signed)}{' '}
        <span className={hideUnit ? 'sr-only' : 'font-mid'}>{amountUnit(value)}</span>
      </span>
    </span>
  );
}
