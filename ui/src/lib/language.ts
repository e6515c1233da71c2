import { i18n, type Messages } from '@lingui/core';

import { type Catalog, CATALOGS } from '@/locales/catalogs';
import { messages as englishMessages } from '@/locales/en/common.po';

import { browserStorage } from './browser-storage';
import { createStore, type ReadableStore } from './create-store';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Functions that load a catalog, by path. In English the common messages are part of the first load, and the server's
 * sentences aren't needed.
 */
const loaders = import.meta.glob<Messages>(
  ['../locales/*/*.po', '!../locales/en/{common,server,server-teacher}.po'],
  {
    import: 'messages',
  },
);

/** Keys in local storage: the language chosen on the login page, and the last known one of the class computer. */
const DEVICE_KEY = 'language';
const SERVER_KEY = 'server_language';

const isLanguage = (code: unknown): code is Language => LANGUAGES.some((language) => language === code);

/** The language's own name, with a capital letter. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function savedLanguage(key: string): Language | null {
  const saved = browserStorage.get(key);
  return isLanguage(saved) ? saved : null;
}

function browserLanguage(): Language | undefined {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
}

let accountLanguage: Language | null = null;

/** The first choice there is: of the account, the device, the class computer, the browser (specification 17.2). */
function chosenLanguage(): Language {
  return (
    accountLanguage ?? savedLanguage(DEVICE_KEY) ?? savedLanguage(SERVER_KEY) ?? browserLanguage() ?? 'en'
  );
}

const active = createStore<Language | null>(null);
/** The language of the page; null until the first one is loaded. */
export const activeLanguage: ReadableStore<Language | null> = active;

/** The catalogs that the page has needed so far. */
const needed = new Set<Catalog>(['common', 'server']);
let requested: Language | null = null;

async function loadCatalogs(language: Language) {
  await Promise.all(
    [...needed].map(async (catalog) => {
      const messages = await loaders[`../locales/${language}/${catalog}.po`]?.();
      if (messages) i18n.load(language, messages);
    }),
  );
}

function activate(language: Language) {
  i18n.activate(language);
  document.documentElement.lang = language;
  active.set(language);
}

/** Shows the page in the chosen language as soon as it is loaded. */
async function update() {
  const language = chosenLanguage();
  if (language === requested) return;
  requested = language;
  try {
    await loadCatalogs(language);
  } catch (error) {
    // The page stays in its language. The next choice tries again.
    console.error('The texts could not be loaded.', error);
    requested = active.get();
    if (requested === null) activate('en');
    return;
  }
  // Unless another language has been chosen meanwhile.
  if (requested === language) activate(language);
}

/**
 * Loads and activates the language with which the page begins, and follows the choices of other tabs. `account` is that
 * of the saved user.
 */
export function startLanguage(account: Language | null): Promise<void> {
  i18n.load('en', englishMessages);
  accountLanguage = account;
  addEventListener('storage', ({ key }) => {
    if (key === DEVICE_KEY || key === SERVER_KEY) void update();
  });
  return update();
}

/** Sets the language of the signed-in user, or of the one whose session ended; null: nobody, or none was chosen. */
export function setAccountLanguage(language: unknown) {
  accountLanguage = isLanguage(language) ? language : null;
  void update();
}

/** Sets the language of this device, for everybody who has chosen none for the account. Nobody is signed in. */
export function setDeviceLanguage(language: Language) {
  // That of a session that has ended.
  accountLanguage = null;
  browserStorage.set(DEVICE_KEY, language);
  void update();
}

/** Sets the class computer's language. It is saved, so that the page begins with it the next time. */
export function setServerLanguage(language: Language | null) {
  if (language === null) browserStorage.remove(SERVER_KEY);
  else browserStorage.set(SERVER_KEY, language);
  void update();
}

/** Waits for code that is loaded late, and for the messages that it shows. */
export async function withMessages<Module>(catalog: Catalog, code: Promise<Module>): Promise<Module> {
  for (const name of CATALOGS.slice(0, CATALOGS.indexOf(catalog) + 1)) {
    if (name === catalog || name !== 'read-aloud') needed.add(name);
  }
  const [loaded] = await Promise.all([code, loadCatalogs(requested ?? 'en')]);
  return loaded;
}
