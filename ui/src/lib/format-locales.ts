import { scriptOf } from './language-script';

/** The browser's variant of the language of the UI, such as British English; else the language's own. */
function variantOf(language: string): string {
  const script = scriptOf(language);
  const variant = navigator.languages.find((tag) => scriptOf(tag) === script);
  return variant ?? (language === 'en' ? 'en-US' : language);
}

/** What CLDR inherits from where browsers don't have the language. */
const PARENTS: Partial<Record<string, string>> = { ht: 'fr-HT' };

/** Locales for `Intl`, the first one that the browser has counts. With the digits 0 to 9 and our calendar everywhere. */
export function formatLocales(language: string): string[] {
  const locale = new Intl.Locale(variantOf(language), { numberingSystem: 'latn', calendar: 'gregory' });
  const parent = PARENTS[language];
  return parent === undefined ? [locale.toString()] : [locale.toString(), parent];
}
