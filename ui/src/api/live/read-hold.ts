/** Holds back reads while the event stream is being opened: they then include every change that it doesn't report. */

/** A stream opens within a round trip; reads don't wait longer than this for one that doesn't. */
const MAX_HOLD_MS = 1000;

type Hold = { startedAt: number; timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] };

let hold: Hold | null = null;

/** Sends the reads. Returns since when (by `performance.now`) reads were held back, null if they weren't until now. */
function end(): number | null {
  const ended = hold;
  hold = null;
  if (!ended) return null;
  clearTimeout(ended.timer);
  for (const send of ended.waiting) send();
  return ended.startedAt;
}

export const readHold = {
  /** Call it before requesting the stream. */
  begin: () => {
    end();
    hold = { startedAt: performance.now(), timer: setTimeout(end, MAX_HOLD_MS), waiting: [] };
  },
  end,
  /** Resolves when a read may be sent. */
  ended: () =>
    new Promise<void>((resolve) => {
      if (hold) hold.waiting.push(resolve);
      else resolve();
    }),
};
