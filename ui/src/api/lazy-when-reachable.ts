import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

import { connection } from './connection';

/** Resolves when the server is reachable. */
function reachable(): Promise<void> {
  return new Promise((resolve) => {
    if (connection.isOnline()) {
      resolve();
      return;
    }
    const unsubscribe = connection.outage.subscribe(() => {
      if (!connection.isOnline()) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Loads code. If the server is out of reach, or a portal answers in its place, it is loaded when the server is back. */
export async function loadWhenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // The server is there: the code itself is missing, or the browser keeps the failure until a reload.
    if (await connection.check()) throw error;
    await reachable();
    return loadWhenReachable(load);
  }
}

/** `lazy` with `loadWhenReachable`: meanwhile the fallback of the `Suspense` above is shown. */
export function lazyWhenReachable<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWhenReachable(load));
}

/** As `lazyWhenReachable`, for what a page can do without: nothing is rendered if the code is missing. */
export function lazyIfAvailable<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWhenReachable(load).catch(() => ({ default: () => null })));
}
