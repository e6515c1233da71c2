type Named = { id: string; name: string };

/** Which of them a reader can't tell apart by their names: case and blanks don't count. */
export function namedAlike(rows: readonly Named[]): ReadonlySet<string> {
  const ids = new Map<string, string[]>();
  for (const { id, name } of rows) {
    const read = name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
    ids.set(read, [...(ids.get(read) ?? []), id]);
  }
  return new Set([...ids.values()].filter((alike) => alike.length > 1).flat());
}
