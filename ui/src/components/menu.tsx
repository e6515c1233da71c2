import { Ellipsis } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useRef, useState } from 'react';

import { classNames } from '@/lib/class-names';

import { Button, type ButtonVariant } from './button';
import { useCloseOnBack } from './dialog/dialog-history';
import { menuContentClass, menuItemClass, plainItemClass } from './menu-classes';

/** Receives the selected action, which runs after the menu has closed. */
const SelectContext = createContext<(action: () => void) => void>(() => undefined);

type MenuProps = {
  /** Accessible name of the button, which only shows three dots. */
  label: string;
  variant?: ButtonVariant | undefined;
  disabled?: boolean;
  className?: string | undefined;
  /** Menu items. */
  children: ReactNode;
};

/** A button with three dots that opens a menu of less frequent actions. Escape, Back and a click outside close it. */
export function Menu({ label, variant = 'secondary', disabled = false, className, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pendingAction = useRef<(() => void) | null>(null);
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => {
    setOpen(false);
  });
  // Focus the button first: a dialog opened by the action restores the focus to it.
  const runPendingAction = (event: Event) => {
    const action = pendingAction.current;
    if (!action) return;
    pendingAction.current = null;
    event.preventDefault();
    button.current?.focus();
    action();
  };
  return (
    // Not modal and without a portal, so that it stays in the page's landmark.
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild disabled={disabled}>
        <Button
          ref={button}
          variant={variant}
          aria-label={label}
          title={label}
          className={classNames('min-w-(--control) px-0!', className)}
        >
          <Ellipsis aria-hidden />
        </Button>
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={runPendingAction}
        className={menuContentClass}
      >
        <SelectContext
          value={(action) => {
            pendingAction.current = action;
          }}
        >
          {children}
        </SelectContext>
      </Radix.Content>
    </Radix.Root>
  );
}

const dangerClass = 'text-danger data-highlighted:bg-denied-soft';

type MenuItemProps = {
  icon: ReactNode;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, tone = 'plain', disabled = false, onSelect, children }: MenuItemProps) {
  const select = use(SelectContext);
  return (
    <Radix.Item
      disabled={disabled}
      className={classNames(menuItemClass, tone === 'danger' ? dangerClass : plainItemClass)}
      onSelect={() => {
        select(onSelect);
      }}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A menu item that downloads the file at `href`. */
export function MenuDownload({
  href,
  icon,
  children,
}: {
  href: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Radix.Item asChild className={classNames(menuItemClass, plainItemClass)}>
      <a href={href} download>
        {icon}
        {children}
      </a>
    </Radix.Item>
  );
}

/** Separator before actions of another kind, such as deleting. */
export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
