import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

import { classNames } from '@/lib/class-names';

type SwitchProps = {
  label: ReactNode;
  /** Description. */
  hint: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Ignores clicks while saving, without losing the focus. */
  pending?: boolean;
  disabled?: boolean;
};

/** Switch that takes effect immediately. */
export function Switch({ label, hint, checked, onCheckedChange, pending = false, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className={classNames('font-mid', disabled && 'cursor-default')}>
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-small text-ink-2">
          {hint}
        </p>
      </div>
      <Radix.Root
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        aria-busy={pending || undefined}
        onCheckedChange={(next) => {
          if (!pending) onCheckedChange(next);
        }}
        className={classNames(
          'inline-flex h-6 w-11 flex-none items-center rounded-full border-2 px-0.5 transition-colors duration-100',
          'border-line-strong bg-surface data-[state=checked]:border-brand data-[state=checked]:bg-brand',
          'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken',
          'data-[state=checked]:disabled:border-ink-3 data-[state=checked]:disabled:bg-ink-3',
        )}
      >
        <Radix.Thumb
          className={classNames(
            'block size-4 rounded-full bg-line-strong transition-[margin] duration-100',
            'data-[state=checked]:ms-5 data-[state=checked]:bg-on-brand',
          )}
        />
      </Radix.Root>
    </div>
  );
}
