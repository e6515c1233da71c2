import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';

import { classNames } from '@/lib/class-names';

/** Class of a sidebar item. */
export const navItemClass = classNames(
  'flex min-h-(--control) w-full items-center gap-2.5 rounded-control px-2 text-start font-mid text-ink-2 no-underline',
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink [&>svg]:size-4.5',
  'in-data-[portal=student]:gap-3 in-data-[portal=student]:px-3 in-data-[portal=student]:[&>svg]:size-5.5',
);

const subNavItemClass = 'min-h-8.5 ps-4 font-text aria-[current=page]:font-mid';

type SideNavLinkProps = Omit<ComponentProps<typeof NavLink>, 'children' | 'className'> & {
  icon?: ReactNode;
  children: ReactNode;
  sub?: boolean;
};

export function SideNavLink({ icon, children, sub = false, ...rest }: SideNavLinkProps) {
  return (
    <NavLink {...rest} className={classNames(navItemClass, sub && subNavItemClass)}>
      {icon}
      {children}
    </NavLink>
  );
}

export function SideNavButton({
  icon,
  children,
  sub = false,
  ...rest
}: ComponentProps<'button'> & { icon: ReactNode; sub?: boolean }) {
  return (
    <button type="button" {...rest} className={classNames(navItemClass, sub && subNavItemClass)}>
      {icon}
      {children}
    </button>
  );
}
