type NamedRow = { id: string; name: string };

/** Ids of rows with the same name, ignoring case and whitespace. */
export function findDuplicateNames(rows: readonly NamedRow[]): ReadonlySet<string> {
  const ids = new Map<string, string[]>();
  for (const { id, name } of rows) {
    const normalized = name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
    ids.set(normalized, [...(ids.get(normalized) ?? []), id]);
  }
  return new Set([...ids.values()].filter((group) => group.length > 1).flat());
}
