export type FilterName = 'class' | 'goal' | 'item' | 'student';

/** The chosen value of each filter; all rows without one. */
export type FilterValues = Partial<Record<FilterName, string>>;

/** A value of a filter, and how many rows it shows together with the other filters. */
export type FilterOption = { value: string; label: string; count: number };

/** How a filter reads a row. */
type FilterField<Row> = {
  value: (row: Row) => string;
  label: (row: Row) => string;
  /** Follows labels that are equal, such as the class of two students with the same name. */
  detail?: (row: Row) => string;
};

export type FilterFields<Row> = Partial<Record<FilterName, FilterField<Row>>>;

const fieldsOf = <Row>(fields: FilterFields<Row>) =>
  Object.entries(fields) as [FilterName, FilterField<Row>][];

/** Whether the row matches each filter, except the one of this name. */
export function matchesFilters<Row>(
  row: Row,
  fields: FilterFields<Row>,
  values: FilterValues,
  except?: FilterName,
): boolean {
  return fieldsOf(fields).every(
    ([name, field]) => name === except || values[name] === undefined || values[name] === field.value(row),
  );
}

function labelsOf<Row>(rows: readonly Row[], { value, label, detail }: FilterField<Row>) {
  const labels = new Map(rows.map((row) => [value(row), label(row)]));
  const uses = new Map<string, number>();
  for (const text of labels.values()) uses.set(text, (uses.get(text) ?? 0) + 1);
  for (const row of detail ? rows : []) {
    const isAmbiguous = (uses.get(label(row)) ?? 0) > 1;
    if (isAmbiguous && detail) labels.set(value(row), `${label(row)} · ${detail(row)}`);
  }
  return labels;
}

/** The label of each chosen value that a row has. */
export function chosenLabels<Row>(
  rows: readonly Row[],
  fields: FilterFields<Row>,
  values: FilterValues,
): FilterValues {
  const found: FilterValues = {};
  for (const [name, field] of fieldsOf(fields)) {
    const label = labelsOf(rows, field).get(values[name] ?? '');
    if (label !== undefined) found[name] = label;
  }
  return found;
}

/** The options of each filter. The chosen value is one of them, with the count 0 if no row has it. */
export function filterOptions<Row>(
  rows: readonly Row[],
  fields: FilterFields<Row>,
  values: FilterValues,
  /** Labels of chosen values that no row has any longer. */
  labels: FilterValues = {},
): Partial<Record<FilterName, FilterOption[]>> {
  const options = fieldsOf(fields).map(([name, field]) => {
    const counts = new Map<string, number>();
    const chosen = values[name];
    if (chosen !== undefined) counts.set(chosen, 0);
    for (const row of rows) {
      if (!matchesFilters(row, fields, values, name)) continue;
      counts.set(field.value(row), (counts.get(field.value(row)) ?? 0) + 1);
    }
    const labelOf = labelsOf(rows, field);
    return [
      name,
      [...counts].map(([value, count]) => ({
        value,
        count,
        label: labelOf.get(value) ?? labels[name] ?? value,
      })),
    ] as const;
  });
  return Object.fromEntries(options);
}
