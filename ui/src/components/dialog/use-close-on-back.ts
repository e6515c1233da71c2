import { useEffect, useEffectEvent } from 'react';

import { closeOnBack } from './dialog-history';

/** While `open`, the browser's Back calls `close` instead of leaving the page; `close` may ask first, or refuse. */
export function useCloseOnBack(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    return closeOnBack(() => {
      onBack();
    });
  }, [open]);
}
