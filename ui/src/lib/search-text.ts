/** Search text with and without accents: "chloe" finds Chloé. */
export function searchText(...parts: string[]): string {
  const text = parts.join(' ');
  return `${text} ${text.normalize('NFD').replace(/\p{M}/gu, '')}`;
}
