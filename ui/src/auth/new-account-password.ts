let password: string | null = null;

/**
 * The password of a local account that was made here just now: with it a recovery code is made without typing it again.
 * Kept in memory alone, until the teacher's pages have taken it.
 */
export const newAccountPassword = {
  set: (typed: string) => {
    password = typed;
  },
  get: (): string | null => password,
  clear: () => {
    password = null;
  },
};
