import { i18n, type Messages } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Catalog, CATALOGS, TEACHER_CATALOGS } from '@/locales/catalogs';
import { studentPages } from '@/locales/languages.json';

import type * as LanguageModule from './language';

let language: typeof LanguageModule;

/** The module as in a page that is just opened, in a browser of these languages. */
async function openPage(languages: string[], account: string | null = null, role = 'student') {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.resetModules();
  language = await import('./language');
  await language.startLanguage({ role, language: account });
}

const STUDENT_CATALOGS = CATALOGS.filter((name) => !TEACHER_CATALOGS.includes(name));
const englishCatalogs = import.meta.glob<Messages>('../locales/en/*.po', { import: 'messages' });
const loadEnglish = (name: Catalog) => englishCatalogs[`../locales/en/${name}.po`]?.() ?? Promise.resolve({});

beforeEach(async () => {
  localStorage.clear();
  language = await import('./language');
});

afterEach(() => {
  i18n.activate('en');
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

// spec: 17.2
it.each([
  [
    'the account before everything else',
    { account: 'es', device: 'en', server: 'en', browser: 'en-US' },
    'es',
  ],
  [
    'the device before the class computer',
    { account: null, device: 'es', server: 'en', browser: 'en-US' },
    'es',
  ],
  [
    'the class computer before the browser',
    { account: null, device: null, server: 'es', browser: 'en-US' },
    'es',
  ],
  [
    'the browser where nothing is chosen',
    { account: null, device: null, server: null, browser: 'es-MX' },
    'es',
  ],
  ['English for any other browser', { account: null, device: null, server: null, browser: 'fr' }, 'en'],
  ['the script of a browser', { account: null, device: null, server: null, browser: 'zh-SG' }, 'zh-Hans'],
  ['the device for an unknown account', { account: 'xx', device: 'vi', server: null, browser: 'en' }, 'vi'],
] as const)('chooses %s', async (_case, { account, device, server, browser }, expected) => {
  if (device) localStorage.setItem('language', device);
  if (server) localStorage.setItem('server_language', server);
  await openPage([browser], account);
  expect([language.activeLanguage.get(), document.documentElement.lang]).toEqual([expected, expected]);
});

it('ignores a saved language that does not exist', async () => {
  localStorage.setItem('language', 'xx');
  await openPage(['es']);
  expect(language.activeLanguage.get()).toBe('es');
});

// spec: 17.2
it('changes at once with each choice, and back when somebody signs out', async () => {
  await openPage(['en']);
  language.setDeviceLanguage('es');
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toBe('es');
  });
  language.setAccountLanguage('en');
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toBe('en');
  });
  language.setAccountLanguage(null);
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toBe('es');
  });
});

// spec: 17.2
it('of the login page replaces that of a session that has ended', async () => {
  await openPage(['en'], 'es');
  language.setDeviceLanguage('en');
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toBe('en');
  });
});

it('shows the last of several quick choices', async () => {
  await openPage(['en']);
  language.setDeviceLanguage('es');
  language.setDeviceLanguage('en');
  language.setDeviceLanguage('es');
  language.setDeviceLanguage('en');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(language.activeLanguage.get()).toBe('en');
});

it('follows the choice in another tab', async () => {
  await openPage(['en']);
  localStorage.setItem('language', 'es');
  dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'es' }));
  await vi.waitFor(() => {
    expect(language.activeLanguage.get()).toBe('es');
  });
});

// spec: 17.1
it('loads the messages of a portal in the language of the page', async () => {
  await openPage(['es']);
  await language.withMessages('student', Promise.resolve());
  const { i18n: current } = await import('@lingui/core');
  expect(Object.keys(current.messages).length).toBeGreaterThan(300);
});

// spec: 17.1
describe.each(Object.keys(studentPages))('in %s', (code) => {
  it('all catalogs of students are loaded in one step, without a missing text', async () => {
    await openPage(['en'], code);
    const { i18n: current } = await import('@lingui/core');
    expect(document.documentElement.lang).toBe(code);
    const english = await Promise.all(STUDENT_CATALOGS.map((name) => loadEnglish(name)));
    for (const [id, message] of Object.entries(Object.assign({}, ...english) as Messages)) {
      expect(current.messages[id], `${id}: ${JSON.stringify(message)}`).toBeTruthy();
      expect(current.messages[id]).not.toEqual([id]);
    }
  });

  // spec: 17.2
  it('teachers see English: texts that only they have, and their pages', async () => {
    await openPage(['en'], code);
    const { i18n: current } = await import('@lingui/core');
    await language.withMessages('teacher-sign-in', Promise.resolve());
    const english = await loadEnglish('teacher-sign-in');
    expect(current.messages).toMatchObject(english);
    language.setAccountLanguage(code, true);
    await vi.waitFor(() => {
      expect(document.documentElement.lang).toBe('en');
    });
  });
});

// spec: 17.2
it('shows a part for teachers in English, and the page in its language again after that', async () => {
  await openPage(['ar']);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  const end = language.showForTeachers();
  await vi.waitFor(() => {
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  });
  end();
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toBe('ar');
  });
});

// spec: 17.2
it('stays in Spanish for teachers', async () => {
  await openPage(['es']);
  language.showForTeachers();
  expect([language.activeLanguage.get(), language.teacherLanguage()]).toEqual(['es', 'es']);
});

// spec: 17.2
it.each([
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-TW', undefined],
  ['zh-HK', undefined],
  ['zh-Hant', undefined],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['ar-EG', 'ar'],
  ['vi-VN', 'vi'],
  ['ht-HT', 'ht'],
  ['uk-UA', 'uk'],
  ['ES-mx', 'es'],
  ['fr', undefined],
  ['C.UTF-8', undefined],
  ['', undefined],
])('the language of the tag %j is %s', (tag, expected) => {
  expect(language.languageOf(tag)).toBe(expected);
});

// spec: 17.2
it('takes the next one that a browser prefers before English', async () => {
  await openPage(['zh-TW', 'vi', 'en']);
  expect(language.activeLanguage.get()).toBe('vi');
});

it.each([
  ['ar-SA', ['ar'], '1,250', '3 نوفمبر 2026'],
  ['fr-HT', ['ht'], '1 250', '3 novembre 2026'],
  ['uk', ['uk'], '1 250', '3 листопада 2026 р.'],
])('numbers and dates in a browser of %s', async (browser, [code = ''], number, date) => {
  await openPage([browser], code);
  const { formatDay, formatNumber } = await import('./format');
  expect(
    [formatNumber(1250), formatDay(new Date(2026, 10, 3))].map((text) => text.replaceAll(/\s/g, ' ')),
  ).toEqual([number, date]);
});

// spec: 17.1
it.each([0, 1, 2, 3, 11, 100])('has the plural forms of Arabic, for %d', async (count) => {
  await openPage(['ar']);
  const { i18n: current } = await import('@lingui/core');
  const forms = {
    zero: 'zero #',
    one: 'one #',
    two: 'two #',
    few: 'few #',
    many: 'many #',
    other: 'other #',
  };
  current.load('ar', {
    forms: [
      [
        'count',
        'plural',
        Object.fromEntries(Object.entries(forms).map(([name]) => [name, [`${name} `, '#']])),
      ],
    ],
  });
  const form = new Intl.PluralRules('ar').select(count);
  expect(current._('forms', { count })).toBe(`${form} ${count}`);
});

it('names each language in itself', () => {
  expect((['en', 'es', 'ar'] as const).map(language.languageName)).toEqual(['English', 'Español', 'العربية']);
});
