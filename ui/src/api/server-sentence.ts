import { i18n } from '@lingui/core';

import { formatSize } from '@/lib/format';
import { isRecord } from '@/lib/is-record';

import { serverKind } from './server-kind';

/** Key and parameters of a server's sentence; a parameter may be a sentence within it, or a size as `{bytes}`. */
export type SentenceKey = {
  readonly key?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | null | undefined;
};

/**
 * Returns the sentence in the current language. Returns undefined in English, in which the server sends it, and if its
 * translation is missing.
 */
export function translateSentence({ key, params }: SentenceKey): string | undefined {
  const id = `server.${key}`;
  if (i18n.locale === 'en' || !Object.hasOwn(i18n.messages, id)) return undefined;
  const values: Record<string, unknown> = { serverKind: serverKind() };
  for (const [name, value] of Object.entries(params ?? {})) {
    values[name] = isRecord(value) ? formatRecord(value) : value;
    if (values[name] === undefined) return undefined;
  }
  return i18n._(id, values);
}

function formatRecord(value: Record<string, unknown>): string | undefined {
  return typeof value['bytes'] === 'number' ? formatSize(value['bytes']) : translateSentence(value);
}

/** Returns the sentence in the current language, or as the server sent it. */
export function serverSentence(found: SentenceKey, english: string): string {
  return translateSentence(found) ?? english;
}
