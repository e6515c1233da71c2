import { createStore } from '@/lib/create-store';

type ToastMessage = {
  title: string;
  description?: string | undefined;
  /** Second line, such as the server's message. */
  detail?: string | undefined;
  tone?: 'success' | 'error';
  /** Action button. `altText` describes an alternative way. */
  action?: { label: string; altText: string; onPress: () => void } | undefined;
};

export type ShownToast = ToastMessage & { key: number };

let nextKey = 1;

export const toastStore = createStore<ShownToast | null>(null);

/** Shows a toast, replacing the current one. */
export function toast(message: ToastMessage) {
  toastStore.set({ ...message, key: nextKey++ });
}

/** Dismisses the current toast. */
export function clearToast(tone?: ToastMessage['tone']) {
  if (tone === undefined || toastStore.get()?.tone === tone) toastStore.set(null);
}

/** Closes this toast, if it is still the shown one. */
export function dismissToast(key: number) {
  if (toastStore.get()?.key === key) toastStore.set(null);
}
