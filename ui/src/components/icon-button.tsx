import { type ComponentProps, type ReactNode, use } from 'react';

import { classNames } from '@/lib/class-names';

import { TooltipContext } from './tooltip-context';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> & {
  /** Label for tooltip and screen readers. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger';
};

export function IconButton({
  label,
  icon,
  tone = 'plain',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const withTooltip = use(TooltipContext);
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      {...(!withTooltip && { title: label })}
      className={classNames(
        'icon-control inline-grid shrink-0 place-items-center rounded-control text-ink-3',
        'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 [&>svg]:size-4.5',
        tone === 'danger' ? 'hover:bg-denied-soft hover:text-danger' : 'hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
  return withTooltip ? withTooltip(label, button) : button;
}
