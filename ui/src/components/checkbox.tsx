import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

import { classNames } from '@/lib/class-names';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Text beside the box; without it give `aria-label`. */
  label?: ReactNode;
  /** Third state: partly selected. */
  indeterminate?: boolean;
};

export function Checkbox({ label, indeterminate = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for the third state.
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const input = <input {...rest} ref={ref} type="checkbox" className={classNames('checkbox', className)} />;
  if (label === undefined) return input;
  return (
    <label className="inline-flex min-h-8 items-center gap-2.5">
      {input}
      <span>{label}</span>
    </label>
  );
}
