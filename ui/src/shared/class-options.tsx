import type { Classroom } from '@/api/types';
import { namedAlike } from '@/lib/named-alike';

/** A closed choice shows so much of a name with a class code after it, on a phone too. */
const LONGEST_BESIDE_CODE = 18;

function shortened(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= LONGEST_BESIDE_CODE) return name;
  return `${letters
    .slice(0, LONGEST_BESIDE_CODE - 1)
    .join('')
    .trimEnd()}…`;
}

/** The classes as choices; those whose names look alike, say after two schools' data came together, have their codes. */
export function ClassOptions({ classes }: { classes: readonly Classroom[] }) {
  const alike = namedAlike(classes);
  return classes.map(({ id, name, classCode }) => (
    <option key={id} value={id}>
      {alike.has(id) ? `${shortened(name)} · ${classCode}` : name}
    </option>
  ));
}
