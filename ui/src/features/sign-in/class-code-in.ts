/** Those of the server's class codes: nothing that reads like something else. */
const CLASS_CODE = /^[2-9A-HJ-NP-Z]{6}$/;

/** The class code that the QR code's address carries, as in `?class=K7M4QX`; empty when there is none that can be one. */
export function classCodeIn(search: string): string {
  const code = (new URLSearchParams(search).get('class') ?? '').replace(/\s/g, '').toUpperCase();
  return CLASS_CODE.test(code) ? code : '';
}
