import { AMOUNT_MESSAGE, isAmount } from '@/api/limits';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 5000;

/** What a form about a suggestion holds: texts, as the inputs give them. */
export type Written = { name: string; goalbucks: string; description: string };

export function isBlank(written: Written): boolean {
  return Object.values(written).every((text) => text.trim() === '');
}

export type Problems = Partial<Record<keyof Written, string>>;

/** The toasts of specification 14.3. */
type Toasted = { title: string; description: string };

export const MISSING: Toasted = {
  title: 'Missing information',
  description: 'Please fill in the goal name and suggested goalbucks.',
};
export const INVALID: Toasted = {
  title: 'Invalid goalbucks',
  description: 'Please enter a valid number of goalbucks.',
};

/** As many as the server counts: whole characters, without the blanks around them. */
const letters = (text: string) => Array.from(text.trim()).length;

export function nameProblem(name: string): string | undefined {
  const count = letters(name);
  if (count === 0) return 'Fill in the goal name.';
  return count > MAX_NAME ? 'Goal name can have at most 200 characters.' : undefined;
}

export function goalbucksProblem(goalbucks: string): string | undefined {
  if (goalbucks.trim() === '') return 'Fill in the GoalBucks.';
  return isAmount(goalbucks) ? undefined : AMOUNT_MESSAGE;
}

function descriptionProblem(description: string): string | undefined {
  return letters(description) > MAX_DESCRIPTION ? 'This can have at most 5,000 characters.' : undefined;
}

/** What is wrong, by field. Empty when it can be sent. */
export function problemsOf({ name, goalbucks, description }: Written): Problems {
  const all = {
    name: nameProblem(name),
    goalbucks: goalbucksProblem(goalbucks),
    description: descriptionProblem(description),
  };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined));
}

/** The toast that the specification asks for; none for what only the length forbids. */
export function toastFor({ name, goalbucks }: Written): Toasted | undefined {
  if (name.trim() === '' || goalbucks.trim() === '') return MISSING;
  return goalbucksProblem(goalbucks) === undefined ? undefined : INVALID;
}
