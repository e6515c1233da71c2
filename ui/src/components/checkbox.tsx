import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

import { classNames } from '@/lib/class-names';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Text beside the box; without it give `aria-label`. */
  label?: ReactNode;
  /** The third state: some of what it stands for are chosen. */
  mixed?: boolean;
};

export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for the third state.
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  const input = <input {...rest} ref={box} type="checkbox" className={classNames('checkbox', className)} />;
  if (label === undefined) return input;
  return (
    <label className="inline-flex min-h-8 items-center gap-2.5">
      {input}
      <span>{label}</span>
    </label>
  );
}
