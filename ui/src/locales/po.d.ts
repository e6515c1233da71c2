/** A message catalog, compiled by @lingui/vite-plugin. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** Made by ui/message-loaders.ts. */
declare module 'virtual:message-loaders' {
  import type { Messages } from '@lingui/core';

  /** By language and catalog, such as `es/student`, or by language alone for all catalogs of students. */
  export const loaders: Partial<Record<string, () => Promise<{ messages: Messages }>>>;
}
