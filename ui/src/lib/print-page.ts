/** Prints the page. The event stream is suspended, because WebKit waits for pending requests. */

import { createEvent } from './create-event';

/** WebKit's `print` returns before printing has finished. */
const PRINT_START_TIMEOUT_MS = 1000;

export const printing = createEvent<'begin' | 'end'>();

export function printPage() {
  printing.emit('begin');
  print();
  setTimeout(() => {
    printing.emit('end');
  }, PRINT_START_TIMEOUT_MS);
}
