import type { ReactNode, Ref } from 'react';
import { createPortal } from 'react-dom';

import { classNames } from '@/lib/class-names';

type PrintAloneProps = { ref?: Ref<HTMLDivElement>; className?: string; children: ReactNode };

/** Replaces the page while it is printed (app/print.css), and isn't on the screen. */
export function PrintAlone({ ref, className, children }: PrintAloneProps) {
  return createPortal(
    <div ref={ref} className={classNames('print-alone hidden', className)}>
      {children}
    </div>,
    document.body,
  );
}
