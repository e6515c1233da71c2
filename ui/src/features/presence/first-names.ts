type Person = { id: string; firstName: string; lastName: string };

/** `initial`: the first letter of the last name, where others have the same first name. */
export type ShortName = { id: string; firstName: string; initial?: string };

const key = (name: string) => name.normalize('NFKC').trim().toLocaleLowerCase();
const sortKey = ({ firstName, initial = '' }: ShortName) => `${firstName} ${initial}`;

/** First names in alphabetical order; equal ones with an initial of the last name. */
export function firstNames(people: readonly Person[]): ShortName[] {
  const counts = new Map<string, number>();
  for (const { firstName } of people) counts.set(key(firstName), (counts.get(key(firstName)) ?? 0) + 1);
  return people
    .map(({ id, firstName, lastName }) => {
      const [initial] = lastName;
      const isUnique = counts.get(key(firstName)) === 1;
      return { id, firstName, ...(!isUnique && initial !== undefined && { initial: `${initial}.` }) };
    })
    .sort((one, other) => sortKey(one).localeCompare(sortKey(other)));
}
