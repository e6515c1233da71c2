import '@testing-library/jest-dom/vitest';

import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

// Files share a process (`isolate: false`): each begins with new instances of our modules, and without another file's mocks.
vi.resetModules();
const { toastStore } = await import('@/components/toast/toast-store');
const { connection } = await import('@/api/connection');
const { serverClock } = await import('@/lib/server-clock');
const { endCalls, expectNoUnexpectedCalls, healthy, neverRespond } = await import('./fake-server');

globalThis.fetch = neverRespond;

// Rendering the whole application is slow on a machine that is busy with other tests. Only failures take this long.
configure({ asyncUtilTimeout: 15_000 });

// Tests expect the English texts of the code.
i18n.loadAndActivate({ locale: 'en', messages: {} });

/** Not implemented in jsdom, and nothing has a size there. */
globalThis.ResizeObserver = class {
  observe() {
    // Nothing changes.
  }
  unobserve() {
    // Nothing changes.
  }
  disconnect() {
    // Nothing changes.
  }
};

/** Not implemented in jsdom. */
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  setPointerCapture: () => undefined,
  hasPointerCapture: () => false,
  releasePointerCapture: () => undefined,
});

// jsdom starts its animation frame timer on demand. Started under fake timers it would stop with them, for all files of
// the process, so it is kept running.
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
  // A connection that is lost at the end of a file would send its health checks to the next file's `fetch`.
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await connection.check();
  vi.unstubAllGlobals();
});

function clearStorage() {
  localStorage.clear();
  sessionStorage.clear();
}

// What was being stored when the test ended is stored all the same: a session would sign the next test in.
beforeEach(clearStorage);

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  endCalls();
  clearStorage();
  // A toast outlives its page: the next test's Escape would close it instead of a dialog.
  toastStore.set(null);
  // After each test rather than before: the modules of the next file must not load with a stubbed `location`.
  vi.unstubAllGlobals();
  // Added by user-event; jsdom has none.
  Reflect.deleteProperty(navigator, 'clipboard');
  serverClock.reset();
  expectNoUnexpectedCalls();
});
