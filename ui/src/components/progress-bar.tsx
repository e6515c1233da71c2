import { classNames } from '@/lib/class-names';
import { formatPercent } from '@/lib/format';

type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  tone?: 'brand' | 'gold';
  valueText?: string;
};

export function ProgressBar({ label, value, max, tone = 'brand', valueText }: ProgressBarProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText ?? formatPercent(part)}
      className={classNames(
        'h-2.5 overflow-hidden rounded-control',
        tone === 'gold' ? 'border border-coin-edge/45 bg-gold-soft' : 'bg-sunken',
      )}
    >
      <div
        className={classNames(
          'h-full rounded-control transition-[width]',
          tone === 'gold' ? 'bg-coin' : 'bg-brand',
        )}
        style={{ width: `${part * 100}%` }}
      />
    </div>
  );
}
