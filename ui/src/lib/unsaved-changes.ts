/** Asks whether to leave the page, then calls `leave`. */
type AskToLeave = (leave: () => void) => void;

const guards: AskToLeave[] = [];

/** Registers a navigation guard; returns a cleanup function. */
export function askBeforeLeaving(ask: AskToLeave): () => void {
  guards.push(ask);
  return () => {
    guards.splice(guards.lastIndexOf(ask), 1);
  };
}

/** Leaves the page, asking the topmost guard first. */
export function leavePage(leave: () => void) {
  const ask = guards.at(-1);
  if (ask) ask(leave);
  else leave();
}
