/**
 * Resolves after `count` turns of the event loop. A click or key of `userEvent` takes a few turns as well, so which of
 * the two comes first doesn't depend on how busy the computer is; with a time it would.
 */
export function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number) => {
      if (left === 0) resolve();
      else setTimeout(next, 1, left - 1);
    };
    next(count);
  });
}
