import { useEffect, useRef } from 'react';

import { printPage } from '@/lib/print-page';

/** Photos that haven't come by then are left out. */
const MAX_WAIT_MS = 30_000;

/** Resolves once the photos are there, or won't come. */
async function loadPhotos(element: HTMLElement | null) {
  const images = [...(element?.querySelectorAll('img') ?? [])];
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([Promise.allSettled(images.map((image) => image.decode())), timeout]);
}

/**
 * Prints the page on mount, as soon as the photos inside the returned ref's element are loaded; `onPrinted` is called
 * after the print window has closed.
 */
export function usePrintWhenLoaded(onPrinted: () => void) {
  const sheets = useRef<HTMLDivElement>(null);
  const done = useRef(onPrinted);
  useEffect(() => {
    done.current = onPrinted;
  });
  useEffect(() => {
    let isShown = true;
    const end = () => {
      done.current();
    };
    addEventListener('afterprint', end);
    void loadPhotos(sheets.current).then(() => {
      if (isShown) printPage();
    });
    return () => {
      isShown = false;
      removeEventListener('afterprint', end);
    };
  }, []);
  return sheets;
}
