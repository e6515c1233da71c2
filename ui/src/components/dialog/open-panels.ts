import { createStore } from '@/lib/create-store';

/** The panels of the open dialogs, the topmost last. */
export const openPanels = createStore<readonly HTMLElement[]>([]);

export function panelRef(panel: HTMLElement | null) {
  if (!panel) return undefined;
  openPanels.set([...openPanels.get(), panel]);
  return () => {
    openPanels.set(openPanels.get().filter((other) => other !== panel));
  };
}
