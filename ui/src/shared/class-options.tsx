import type { Classroom } from '@/api/types';
import { findDuplicateNames } from '@/lib/duplicate-names';
import { formatNumber } from '@/lib/format';

/** Maximum length of a name that is followed by a class code. */
const MAX_NAME_LENGTH = 18;

function truncate(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= MAX_NAME_LENGTH) return name;
  return `${letters
    .slice(0, MAX_NAME_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

type ClassOptionsProps = {
  classes: readonly Classroom[];
  countOf?: (classroomId: string) => number | undefined;
};

/** Class options. Classes with similar names also show their codes. */
export function ClassOptions({ classes, countOf }: ClassOptionsProps) {
  const duplicates = findDuplicateNames(classes);
  return classes.map(({ id, name, classCode }) => {
    const label = duplicates.has(id) ? `${truncate(name)} · ${classCode}` : name;
    const count = countOf?.(id);
    return (
      <option key={id} value={id}>
        {count === undefined ? label : `${label} (${formatNumber(count)})`}
      </option>
    );
  });
}
