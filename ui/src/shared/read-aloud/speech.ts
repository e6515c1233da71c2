import { i18n } from '@lingui/core';

import { openPanels } from '@/components/dialog/open-panels';
import { createStore, type ReadableStore } from '@/lib/create-store';

import { localVoice, synthesis } from './voices';

const current = createStore<string | null>(null);
/** Id of the button whose text is being spoken. */
export const speaking: ReadableStore<string | null> = current;

/** Browsers drop the events of an utterance that nothing refers to. */
let utterance: SpeechSynthesisUtterance | null = null;

/** Tells the browser's other tabs, which share its voice, to be silent. */
const otherTabs = new BroadcastChannel('read-aloud');

/** Stops speaking; with an id only what the button with this id began. */
export function stopSpeaking(id = current.get()) {
  if (id === null || id !== current.get()) return;
  utterance = null;
  current.set(null);
  synthesis?.cancel();
}

/** Speaks a text with a voice of the device, in the language of the page. Stops what was being spoken. */
export function speak(id: string, text: string) {
  stopSpeaking();
  // The voices can have changed since the button appeared. Without `voice` the browser could choose a remote one.
  const voice = localVoice(synthesis?.getVoices() ?? [], i18n.locale);
  if (!synthesis || !voice || text === '') return;
  otherTabs.postMessage(null);
  const next = new SpeechSynthesisUtterance(text);
  next.voice = voice;
  next.lang = voice.lang;
  next.onend = next.onerror = () => {
    if (utterance !== next) return;
    utterance = null;
    current.set(null);
  };
  utterance = next;
  current.set(id);
  synthesis.speak(next);
}

otherTabs.onmessage = () => {
  stopSpeaking();
};
addEventListener('pagehide', () => {
  stopSpeaking();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stopSpeaking();
});
openPanels.subscribe(() => {
  if (openPanels.get().length > 0) stopSpeaking();
});
