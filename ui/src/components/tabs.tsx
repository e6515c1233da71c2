import { Tabs as Radix } from 'radix-ui';
import { createContext, type ReactNode } from 'react';

import { CountBadge } from './badge';

export type TabItem = {
  value: string;
  label: ReactNode;
  count?: number;
  countLabel?: string;
  highlighted?: boolean;
  /** Keeps the panel mounted while another tab is selected. */
  keepMounted?: boolean;
  panel: ReactNode;
};

/** Whether the surrounding tab is visible, for `keepMounted` panels. */
export const TabVisibleContext = createContext(true);

type TabsProps = {
  label: string;
  items: TabItem[];
  value?: string;
  onValueChange?: (value: string) => void;
  /** Content at the end of the tab row. */
  aside?: ReactNode;
};

export function Tabs({ label, items, value, onValueChange, aside }: TabsProps) {
  const first = items[0]?.value;
  return (
    <Radix.Root
      {...(value === undefined ? first !== undefined && { defaultValue: first } : { value })}
      {...(onValueChange && { onValueChange })}
    >
      <div className="mb-5 flex items-center justify-between gap-4 border-b border-line">
        <Radix.List aria-label={label} className="-mx-1.5 flex min-w-0 flex-wrap gap-x-3">
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              className="inline-flex min-h-11 items-center gap-2 border-b-2 px-1.5 border-transparent text-start font-mid sm:whitespace-nowrap text-ink-2 outline-offset-[-3px]! data-[state=active]:border-brand data-[state=active]:text-ink"
            >
              {item.label}{' '}
              {item.count !== undefined && (
                <CountBadge
                  count={item.count}
                  highlighted={item.highlighted ?? false}
                  {...(item.countLabel !== undefined && { label: item.countLabel })}
                />
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {items.map((item) => (
        <Radix.Content
          key={item.value}
          value={item.value}
          {...(item.keepMounted && { forceMount: true as const, className: 'data-[state=inactive]:hidden' })}
        >
          <TabVisibleContext value={value === undefined || value === item.value}>
            {item.panel}
          </TabVisibleContext>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
