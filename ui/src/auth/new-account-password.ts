let password: string | null = null;

/**
 * Password of a local account that was just created, to create a recovery code without asking again. Kept in memory
 * only.
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
