import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from '@/components/icon-button';

import { overlayClass, useFocusReturn } from './dialog-frame';
import { useCloseOnBack } from './dialog-history';

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
};

/** Panel that slides in from the side: the sidebar on narrow screens. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const focus = useFocusReturn();
  useCloseOnBack(open, () => {
    onOpenChange(false);
  });
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="animate-slide rtl:animate-slide-rtl fixed top-(--notice) bottom-0 start-0 z-30 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface px-3 py-4 shadow-high"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
          <Radix.Close asChild>
            <IconButton label={t`Close menu`} icon={<X aria-hidden />} className="absolute end-2 top-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
