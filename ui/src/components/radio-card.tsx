import type { ReactNode } from 'react';

type RadioCardProps = {
  /** Name that all radio buttons of the choice share. */
  group: string;
  title: ReactNode;
  detail: ReactNode;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
};

/** Radio button with a title and a line below it. */
export function RadioCard({ group, title, detail, checked, disabled, onChoose }: RadioCardProps) {
  return (
    <label className="grid min-h-13 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-control border border-line-strong px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default">
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="peer row-span-2 size-4.5 accent-brand"
      />
      <strong className="font-mid wrap-anywhere peer-disabled:text-ink-3">{title}</strong>
      <span className="text-small wrap-anywhere text-ink-2">{detail}</span>
    </label>
  );
}
