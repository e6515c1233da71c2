/** Prints the page. WebKit puts that off until nothing loads any more, and the event stream never ends: it stops. */

import { createEvent } from './create-event';

/** WebKit may have just begun when `print` returns; elsewhere the printing is over by then. */
const BEGINS_WITHIN_MS = 1000;

export const printing = createEvent<'begin' | 'end'>();

export function printPage() {
  printing.emit('begin');
  print();
  setTimeout(() => {
    printing.emit('end');
  }, BEGINS_WITHIN_MS);
}
