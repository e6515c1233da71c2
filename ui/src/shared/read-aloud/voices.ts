import { i18n } from '@lingui/core';

import { useStore } from '@/hooks/use-store';
import { createStore } from '@/lib/create-store';
import { languageOf } from '@/lib/language';

/** Browsers load their voices late, and some never say that they have none. */
const PATIENCE_MS = 2000;

/** Missing in some web views and browsers, whatever TypeScript's library says. */
export const synthesis = 'speechSynthesis' in globalThis ? speechSynthesis : null;

/** Null while the browser may still be loading them. */
const voices = createStore<readonly SpeechSynthesisVoice[] | null>(null);

function readVoices() {
  const loaded = synthesis?.getVoices() ?? [];
  if (loaded.length > 0) voices.set(loaded);
}

readVoices();
// Safari's has no `addEventListener`.
if (synthesis) synthesis.onvoiceschanged = readVoices;
setTimeout(() => {
  readVoices();
  if (voices.get() === null) voices.set([]);
}, PATIENCE_MS);

/** Android writes `en_US`. */
const tagOf = ({ lang }: SpeechSynthesisVoice) => lang.replaceAll('_', '-').toLowerCase();

/**
 * A voice of the device itself in this language, if possible of the browser's country: others send the text away. Undefined
 * if there is none.
 */
export function localVoice(
  all: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  const local = all.filter((voice) => voice.localService && languageOf(tagOf(voice)) === language);
  const wanted = navigator.languages.map((tag) => tag.toLowerCase());
  return (
    local.find((voice) => wanted.includes(tagOf(voice))) ?? local.find((voice) => voice.default) ?? local[0]
  );
}

/** Whether the device has a voice for the language of the page; undefined while its voices load. */
export function useHasVoice(): boolean | undefined {
  const loaded = useStore(voices);
  return loaded === null ? undefined : localVoice(loaded, i18n.locale) !== undefined;
}
