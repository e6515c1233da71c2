/** Asks whether to leave the page; calls `leave` when the answer is yes. */
type AskToLeave = (leave: () => void) => void;

const guards: AskToLeave[] = [];

/** Makes navigation to another page ask first; returns how to end it. */
export function askBeforeLeaving(ask: AskToLeave): () => void {
  guards.push(ask);
  return () => {
    guards.splice(guards.lastIndexOf(ask), 1);
  };
}

/** Leaves the page, asking first when something typed on it would be lost. */
export function leavePage(leave: () => void) {
  const ask = guards.at(-1);
  if (ask) ask(leave);
  else leave();
}
