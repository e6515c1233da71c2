import { i18n, type Messages } from '@lingui/core';

import { messages as commonMessages } from '@/locales/en/common.po';

/** Message catalogs in loading order: a portal needs its own and those before it (ui/message-catalogs.ts). */
const CATALOGS = ['common', 'server', 'student', 'teacher-sign-in', 'teacher'] as const;
type Catalog = (typeof CATALOGS)[number];

const LANGUAGE = 'en';

/**
 * Functions that load a catalog, by path. In English the common messages are part of the first load, and the server's
 * sentences aren't needed.
 */
const loaders = import.meta.glob<Messages>(['../locales/*/*.po', '!../locales/en/{common,server}.po'], {
  import: 'messages',
});

export function activateLanguage() {
  i18n.loadAndActivate({ locale: LANGUAGE, messages: commonMessages });
}

async function loadMessages(catalog: Catalog) {
  const needed = CATALOGS.slice(0, CATALOGS.indexOf(catalog) + 1);
  await Promise.all(
    needed.map(async (name) => {
      const messages = await loaders[`../locales/${LANGUAGE}/${name}.po`]?.();
      if (messages) i18n.load(LANGUAGE, messages);
    }),
  );
}

/** Waits for code that is loaded late, and for the messages that it shows. */
export async function withMessages<Module>(catalog: Catalog, code: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([code, loadMessages(catalog)]);
  return loaded;
}
