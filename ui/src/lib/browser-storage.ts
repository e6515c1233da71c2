/** Web storage with an in-memory fallback if it is blocked or full. */
function createStorage(storage: () => Storage) {
  const memory = new Map<string, string>();

  function attempt<Result>(action: () => Result, fallback: () => Result): Result {
    try {
      return action();
    } catch (error) {
      console.error('Local storage is out of order.', error);
      return fallback();
    }
  }

  return {
    get: (key: string): string | null =>
      memory.get(key) ??
      attempt(
        () => storage().getItem(key),
        () => null,
      ),
    set: (key: string, value: string) => {
      memory.delete(key);
      attempt(
        () => {
          storage().setItem(key, value);
        },
        () => {
          memory.set(key, value);
          // Remove an outdated stored value.
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

export const browserStorage = createStorage(() => localStorage);

export const tabStorage = createStorage(() => sessionStorage);
