/** Alphabet of class codes, without ambiguous characters. */
const CLASS_CODE_PATTERN = /^[2-9A-HJ-NP-Z]{6}$/;

/** Class code from the query string (`?class=K7M4QX`); empty if missing or invalid. */
export function parseClassCode(search: string): string {
  const code = (new URLSearchParams(search).get('class') ?? '').replace(/\s/g, '').toUpperCase();
  return CLASS_CODE_PATTERN.test(code) ? code : '';
}
