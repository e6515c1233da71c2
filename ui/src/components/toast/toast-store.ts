export type ToastMessage = {
  title: string;
  description?: string | undefined;
  /** A second line, such as the server's own sentence. */
  detail?: string | undefined;
  tone?: 'success' | 'error';
  /** What can be done about it as long as it is shown. `altText` says where it can be done later or otherwise. */
  action?: { label: string; altText: string; onPress: () => void } | undefined;
};

export type ShownToast = ToastMessage & { key: number };

let current: ShownToast | null = null;
let nextKey = 1;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  current = next;
  listeners.forEach((listener) => {
    listener();
  });
}

/** Shows a message; one at a time, so a new one takes the old one's place. */
export function toast(message: ToastMessage) {
  show({ ...message, key: nextKey++ });
}

/** Takes the shown message away: what it tells is over. */
export function clearToast(tone?: ToastMessage['tone']) {
  if (current && (tone === undefined || current.tone === tone)) show(null);
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => current,
  dismiss: (key: number) => {
    if (current?.key === key) show(null);
  },
};
