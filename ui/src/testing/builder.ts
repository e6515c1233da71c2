/** A function that builds an object of the API from the fields that matter to a test. */
export function builder<Row extends object>(defaults: Row) {
  return (fields: Partial<Row> = {}): Row => ({ ...defaults, ...fields });
}
