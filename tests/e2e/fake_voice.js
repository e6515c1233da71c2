// Replaces the browser's voices in tests, since a test machine has none. `window.spoken` collects what is spoken; a text
// is spoken until `window.finishSpeaking()` or `cancel()`. `window.voices`, set before, are the device's: by default one of
// its own and a remote one in both languages. With `window.voicesLoadLate` they come with `window.loadVoices()`.
(() => {
  const voice = (name, lang, localService) => ({ name, lang, localService, default: false, voiceURI: name });
  const voices = globalThis.voices ?? [
    voice('Remote English', 'en-US', false),
    voice('Own English', 'en-US', true),
    voice('Remote Spanish', 'es-MX', false),
    voice('Own Spanish', 'es_MX', true),
  ];
  let isLoaded = !globalThis.voicesLoadLate;
  let current = null;
  globalThis.spoken = [];
  const end = (event) => {
    const ended = current;
    current = null;
    ended?.[event]?.();
  };
  globalThis.finishSpeaking = () => end('onend');
  globalThis.isSpeaking = () => current !== null;
  const synthesis = {
    onvoiceschanged: null,
    getVoices: () => (isLoaded ? voices : []),
    speak: (utterance) => {
      globalThis.spoken.push({ text: utterance.text, voice: utterance.voice.name, lang: utterance.lang });
      current = utterance;
    },
    cancel: () => end('onerror'),
  };
  globalThis.loadVoices = () => {
    isLoaded = true;
    synthesis.onvoiceschanged?.();
  };
  Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis });
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
})();
