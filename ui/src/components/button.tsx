import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

import { classNames } from '@/lib/class-names';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'soft'
  | 'ghost'
  | 'link'
  | 'danger'
  | 'danger-outline'
  | 'danger-ghost'
  | 'hero';

type ButtonStyle = {
  variant?: ButtonVariant | undefined;
  size?: 'normal' | 'large' | undefined;
  block?: boolean | undefined;
};

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand shadow-low px-4 hover:bg-brand-hover',
  secondary: 'bg-surface border-line-strong px-4 hover:bg-sunken',
  soft: 'border-transparent bg-brand-soft text-brand-ink px-4 hover:bg-brand-soft-2',
  ghost: 'border-transparent text-ink-2 px-3 hover:bg-sunken hover:text-ink',
  link: 'border-transparent text-brand-ink px-2 hover:bg-brand-soft',
  danger: 'border-transparent bg-danger text-on-danger px-4 hover:bg-danger-hover',
  'danger-outline': 'bg-surface border-line-strong text-danger px-4 hover:bg-denied-soft hover:border-danger',
  'danger-ghost': 'border-transparent text-danger px-3 hover:bg-denied-soft',
  hero: 'border-transparent bg-hero-btn text-hero-btn-ink px-4 hover:opacity-90 focus-visible:outline-hero-ink',
};

const disabledClass =
  'disabled:bg-sunken disabled:text-ink-3 disabled:border-transparent disabled:shadow-none disabled:cursor-not-allowed';

/** Looks as a disabled button. */
const idleClass = 'bg-sunken! text-ink-3! border-transparent! shadow-none! cursor-not-allowed';

export function buttonClass({ variant = 'secondary', size = 'normal', block = false }: ButtonStyle): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center no-underline print:hidden large-text:wrap-anywhere',
    'transition-colors duration-100 [&>svg]:size-4.5',
    size === 'large'
      ? 'min-h-13 px-6 py-2 text-lead font-bold'
      : classNames('min-h-(--control) py-1 text-body font-mid', !block && 'sm:whitespace-nowrap'),
    variants[variant],
    disabledClass,
    block && 'w-full',
  );
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'children'> & {
    icon?: ReactNode;
    /** Shows progress and ignores clicks, without losing the focus. */
    pending?: boolean;
    /** Label while pending, such as "Saving". */
    pendingLabel?: ReactNode;
    /** Looks disabled and ignores clicks, without losing the focus: for a button whose own press leaves nothing to do. */
    idle?: boolean;
    children: ReactNode;
  };

export function Button({
  variant,
  size,
  block,
  icon,
  pending = false,
  pendingLabel,
  idle = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`, which would drop the focus. Preventing the click also prevents submitting with Enter.
    if (pending || idle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || idle || undefined}
      aria-busy={pending || undefined}
      onClick={press}
      className={classNames(buttonClass({ variant, size, block }), idle && idleClass, className)}
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle &
  Omit<ComponentProps<typeof Link>, 'children'> & { icon?: ReactNode; children: ReactNode };

export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, size, block }), className)}>
      {icon}
      {children}
    </Link>
  );
}
