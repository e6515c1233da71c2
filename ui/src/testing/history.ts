import { act } from '@testing-library/react';

/** More than any navigation takes here, with the ones it starts. */
const TURNS = 20;

/**
 * Waits until the browser's history, which moves in tasks of its own, has moved. Counts turns of the event loop: on a
 * busy computer any length of time may pass within one of them.
 */
export const historySettled = () =>
  act(async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    }
  });
