/** First and last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** By which students are sorted everywhere: last name, then first name. Neither contains a tab, which sorts first. */
export function nameSortKey({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${lastName}\t${firstName}`;
}
