/**
 * What a browser keeps, which it may forbid or have no room for: then what is kept lasts as long as the page, and an error
 * says so.
 */
function keeping(storage: () => Storage) {
  const memory = new Map<string, string>();

  function attempt<Result>(action: () => Result, instead: () => Result): Result {
    try {
      return action();
    } catch (error) {
      console.error('Local storage is out of order.', error);
      return instead();
    }
  }

  return {
    read: (key: string): string | null =>
      memory.get(key) ??
      attempt(
        () => storage().getItem(key),
        () => null,
      ),
    keep: (key: string, value: string) => {
      memory.delete(key);
      attempt(
        () => {
          storage().setItem(key, value);
        },
        () => {
          memory.set(key, value);
          // An older value mustn't come back with the next page.
          attempt(
            () => {
              storage().removeItem(key);
            },
            () => undefined,
          );
        },
      );
    },
    remove: (key: string) => {
      memory.delete(key);
      attempt(
        () => {
          storage().removeItem(key);
        },
        () => undefined,
      );
    },
  };
}

/** Kept for good. */
export const browserStorage = keeping(() => localStorage);

/** Kept until the tab or the window is closed. */
export const tabStorage = keeping(() => sessionStorage);
