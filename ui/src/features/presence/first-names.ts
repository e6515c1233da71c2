type Person = { id: string; firstName: string; lastName: string };

const key = (name: string) => name.normalize('NFKC').trim().toLocaleLowerCase();

/** First names in their order; those that are alike with the first letter of the last name. */
export function firstNames(people: readonly Person[]): { id: string; name: string }[] {
  const counts = new Map<string, number>();
  for (const { firstName } of people) counts.set(key(firstName), (counts.get(key(firstName)) ?? 0) + 1);
  return people
    .map(({ id, firstName, lastName }) => {
      const [initial = ''] = lastName;
      return { id, name: counts.get(key(firstName)) === 1 ? firstName : `${firstName} ${initial}.` };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
