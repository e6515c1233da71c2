/**
 * The code of a scanned login card, whose address is `/card#H4KP7WQM`. The first module that the app imports: it removes
 * the code from the address before any other module runs.
 */
import { createStore } from '@/lib/create-store';

export const CARD_PATH = '/card';

/** Null: no card was scanned in this page. */
export const scannedCard = createStore<string | null>(null);

function takeCode() {
  if (location.pathname !== CARD_PATH || location.hash === '') return;
  scannedCard.set(location.hash.slice(1));
  history.replaceState(history.state, '', CARD_PATH);
}

takeCode();
// The camera opens another card in the same tab.
addEventListener('hashchange', takeCode);
