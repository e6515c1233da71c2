/** A language with its script, such as `zh-Hant` for `zh-TW`; undefined for what isn't a language tag. */
export function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return undefined;
  }
}
