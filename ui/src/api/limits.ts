/** The most that a goal, an award, a correction or an item is worth. */
export const MAX_GOALBUCKS = 1_000_000;
