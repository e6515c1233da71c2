/**
 * Local storage, which a browser may forbid or have no room in: then what is kept lasts as long as the page, and an error
 * says so.
 */
const memory = new Map<string, string>();

function attempt<Result>(action: () => Result, instead: () => Result): Result {
  try {
    return action();
  } catch (error) {
    console.error('Local storage is out of order.', error);
    return instead();
  }
}

export const browserStorage = {
  read: (key: string): string | null =>
    memory.get(key) ??
    attempt(
      () => localStorage.getItem(key),
      () => null,
    ),
  keep: (key: string, value: string) => {
    memory.delete(key);
    attempt(
      () => {
        localStorage.setItem(key, value);
      },
      () => void memory.set(key, value),
    );
  },
  remove: (key: string) => {
    memory.delete(key);
    attempt(
      () => {
        localStorage.removeItem(key);
      },
      () => undefined,
    );
  },
};
