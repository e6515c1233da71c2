import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type * as LanguageModule from './language';

let language: typeof LanguageModule;

/** The module as in a page that is just opened, in a browser of these languages. */
async function openPage(languages: string[], account: 'en' | 'es' | null = null) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.resetModules();
  language = await import('./language');
  await language.startLanguage(account);
}

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  i18n.activate('en');
  document.documentElement.lang = 'en';
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

it('names each language in itself', () => {
  expect(language.LANGUAGES.map(language.languageName)).toEqual(['English', 'Español']);
});
