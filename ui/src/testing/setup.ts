import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

// Nothing that a module of ours remembers goes from one file to the next, and what a file puts in a module's place
// stays there.
vi.resetModules();
const { toastStore } = await import('@/components/toast/toast-store');
const { connection } = await import('@/api/connection');
const { expectNoUnexpectedCalls } = await import('./fake-server');

// The whole application takes its time on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 5000 });

/** What jsdom has none of; here nothing scrolls, and no pointer is held. */
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  setPointerCapture: () => undefined,
  hasPointerCapture: () => false,
  releasePointerCapture: () => undefined,
});

// jsdom's one clock of its frames, which every file of a process shares, would stop for good with the fake timers that
// it was started under: so it always runs already.
let frame = 0;
function keepFrames(next: typeof requestAnimationFrame) {
  frame = next(() => {
    keepFrames(next);
  });
}
beforeAll(() => {
  keepFrames(requestAnimationFrame);
});
afterAll(async () => {
  cancelAnimationFrame(frame);
  // A file that ends with the server out of reach would go on asking for it, in the next file's `fetch`.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await connection.check();
  vi.unstubAllGlobals();
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // Outlives its page; the next test's Escape would close it instead of a dialog.
  toastStore.set(null);
  // At once, not before the next test: the next file's modules must not be read with this one's `location`.
  vi.unstubAllGlobals();
  // User-event's; jsdom has none.
  Reflect.deleteProperty(navigator, 'clipboard');
  expectNoUnexpectedCalls();
});
