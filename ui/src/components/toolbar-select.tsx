import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

import { classNames } from '@/lib/class-names';

import { controlClass } from './input';

type ToolbarSelectProps = ComponentProps<'select'> & {
  label: string;
  /** Hides the label on phones, except from screen readers. */
  hideLabel?: boolean;
  /** Classes of the select alone; `className` is for the label around it. */
  selectClass?: string;
};

/** A compact select with its label beside it, for the top of a page. */
export function ToolbarSelect({
  label,
  hideLabel = false,
  className,
  selectClass,
  ...props
}: ToolbarSelectProps) {
  return (
    <label className={classNames('flex items-center gap-2', className)}>
      <span className={classNames('text-small text-ink-2', hideLabel && 'max-sm:sr-only')}>{label}</span>
      <span className="relative min-w-0 grow">
        <select {...props} className={classNames(controlClass, 'appearance-none py-1 pe-9', selectClass)} />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-2"
        />
      </span>
    </label>
  );
}
