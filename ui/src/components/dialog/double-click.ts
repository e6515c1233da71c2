const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 24;

let last: MouseEvent | null = null;

addEventListener(
  'click',
  (event) => {
    last = event;
  },
  true,
);

/** The last click anywhere in the window. */
export const lastClick = { get: () => last };

/** Keys and scripts click without a place. */
const hasPlace = ({ type, detail, clientX, clientY }: MouseEvent) =>
  (type !== 'click' || detail > 0) && (clientX !== 0 || clientY !== 0);

/** Whether a pointer clicked, or pressed, twice on the same place. iPads don't count the clicks in `detail`. */
export function isDoubleClick(first: MouseEvent | null, second: MouseEvent): boolean {
  if (!first || !hasPlace(first) || !hasPlace(second)) return false;
  return (
    second.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
    Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < DOUBLE_CLICK_PX
  );
}
