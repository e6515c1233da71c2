import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { printPage } from '@/lib/print-page';

/** `print` prints what a function renders, such as a `PrintedList`; `sheet` is that while it is printed. */
export function usePrintSheet() {
  const [renderSheet, setRenderSheet] = useState<(() => ReactNode) | null>(null);
  const isPrinting = renderSheet !== null;
  useEffect(() => {
    if (!isPrinting) return undefined;
    const end = () => {
      setRenderSheet(null);
    };
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('afterprint', end);
    };
  }, [isPrinting]);
  const print = (render: () => ReactNode) => {
    // The sheet has to be in the page before it is printed.
    flushSync(() => {
      setRenderSheet(() => render);
    });
    printPage();
  };
  return { sheet: renderSheet?.(), print };
}
