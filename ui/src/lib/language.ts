import { type I18n, i18n, setupI18n } from '@lingui/core';
import { loaders } from 'virtual:message-loaders';

import { type Catalog, CATALOGS, TEACHER_CATALOGS } from '@/locales/catalogs';
import { messages as englishMessages } from '@/locales/en/common.po';
import { allPages, rightToLeft, studentPages } from '@/locales/languages.json';

import { browserStorage } from './browser-storage';
import { createStore, type ReadableStore } from './create-store';
import { formatLocales } from './format-locales';
import { scriptOf } from './language-script';

const names = { ...allPages, ...studentPages };
/** A language of all pages; teachers have these. */
export type TeacherLanguage = keyof typeof allPages;
/** A language of students' pages and of the login page. */
export type Language = keyof typeof names;
const keysOf = Object.keys as <Key extends string>(record: Record<Key, unknown>) => Key[];
export const TEACHER_LANGUAGES = keysOf(allPages);
/** In the order of menus. */
export const LANGUAGES = keysOf(names);

/** Keys in local storage: the language chosen on the login page, and the last known one of the class computer. */
const DEVICE_KEY = 'language';
const SERVER_KEY = 'server_language';

const isLanguage = (code: unknown): code is Language => LANGUAGES.some((language) => language === code);
export const isTeacherLanguage = (language: Language): language is TeacherLanguage => language in allPages;

/** The language's own name. */
export const languageName = (language: Language): string => names[language];
export const directionOf = (language: Language): 'rtl' | 'ltr' => (language in rightToLeft ? 'rtl' : 'ltr');

/** The language of a tag that browsers, translators and voices use: `ar-EG` is `ar`, `zh-SG` is `zh-Hans`, `zh-TW` is none. */
export function languageOf(tag: string): Language | undefined {
  const script = scriptOf(tag);
  return script === undefined ? undefined : LANGUAGES.find((language) => scriptOf(language) === script);
}

function savedLanguage(key: string): Language | null {
  const saved = browserStorage.get(key);
  return isLanguage(saved) ? saved : null;
}

function browserLanguage(): Language | undefined {
  return navigator.languages.map(languageOf).find(isLanguage);
}

let accountLanguage: Language | null = null;
let isTeacher = false;
/** How many parts of the page are for teachers although none is signed in. */
let teacherParts = 0;

/**
 * The first choice there is: of the account, the device, the class computer, the browser (specification 17.2). English
 * for teachers whose pages aren't in that language.
 */
function chosenLanguage(): Language {
  const chosen =
    accountLanguage ?? savedLanguage(DEVICE_KEY) ?? savedLanguage(SERVER_KEY) ?? browserLanguage() ?? 'en';
  return (isTeacher || teacherParts > 0) && !isTeacherLanguage(chosen) ? 'en' : chosen;
}

const active = createStore<Language | null>(null);
/** The language of the page; null until the first one is loaded. */
export const activeLanguage: ReadableStore<Language | null> = active;

/** The catalogs that the page has needed so far. */
const needed = new Set<Catalog>(['common', 'server']);
let requested: Language | null = null;

/** Texts for teachers are English in a language that they don't have. In English some catalogs aren't loaded. */
function loaderOf(language: Language, catalog: Catalog) {
  if (isTeacherLanguage(language)) return loaders[`${language}/${catalog}`];
  return loaders[TEACHER_CATALOGS.includes(catalog) ? `en/${catalog}` : language];
}

async function loadCatalogs(language: Language) {
  const wanted = new Set([...needed].map((catalog) => loaderOf(language, catalog)));
  await Promise.all(
    [...wanted].map(async (load) => {
      if (load) i18n.load(language, (await load()).messages);
    }),
  );
}

function activate(language: Language) {
  i18n.activate(language, formatLocales(language));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
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
 * Loads and activates the language with which the page begins, and follows the choices of other tabs. `user` is the
 * saved one.
 */
export function startLanguage(user: { role: string; language: unknown } | null): Promise<void> {
  i18n.load('en', englishMessages);
  accountLanguage = isLanguage(user?.language) ? user.language : null;
  isTeacher = user?.role === 'teacher';
  addEventListener('storage', ({ key }) => {
    if (key === DEVICE_KEY || key === SERVER_KEY) void update();
  });
  return update();
}

/**
 * Sets the language of the signed-in user, or of the one whose session ended; null: nobody, or none was chosen. `teacher`:
 * whether a teacher is signed in.
 */
export function setAccountLanguage(language: unknown, teacher = false) {
  accountLanguage = isLanguage(language) ? language : null;
  isTeacher = teacher;
  void update();
}

/** Shows the page in a language of teachers, until the returned function is called. */
export function showForTeachers(): () => void {
  teacherParts += 1;
  void update();
  return () => {
    teacherParts -= 1;
    void update();
  };
}

/** Sets the language of this device, for everybody who has chosen none for the account. Nobody is signed in. */
export function setDeviceLanguage(language: Language) {
  // That of a session that has ended.
  accountLanguage = null;
  browserStorage.set(DEVICE_KEY, language);
  void update();
}

/** Sets the class computer's language. It is saved, so that the page begins with it the next time. */
export function setServerLanguage(language: TeacherLanguage | null) {
  if (language === null) browserStorage.remove(SERVER_KEY);
  else browserStorage.set(SERVER_KEY, language);
  void update();
}

/** The language of the page if teachers have it, else English: for what only they see. */
export function teacherLanguage(): TeacherLanguage {
  const language = active.get() ?? 'en';
  return isTeacherLanguage(language) ? language : 'en';
}

/** The language in which a student without a choice of the device sees GoalBucks; null: none was chosen for the student. */
export const languageOfStudent = (language: Language | null): Language =>
  language ?? savedLanguage(SERVER_KEY) ?? active.get() ?? 'en';

/** The texts of a catalog in a language, whatever the page's is. */
export async function loadTexts(language: Language, catalog: Catalog): Promise<I18n> {
  const loaded = await loaderOf(language, catalog)?.();
  return setupI18n({
    locale: language,
    locales: formatLocales(language),
    messages: { [language]: loaded?.messages ?? {} },
  });
}

/** Waits for code that is loaded late, and for the messages that it shows. */
export async function withMessages<Module>(catalog: Catalog, code: Promise<Module>): Promise<Module> {
  for (const name of CATALOGS.slice(0, CATALOGS.indexOf(catalog) + 1)) {
    if (name === catalog || name !== 'read-aloud') needed.add(name);
  }
  const [loaded] = await Promise.all([code, loadCatalogs(requested ?? 'en')]);
  return loaded;
}
