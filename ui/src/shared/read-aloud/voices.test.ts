import { describe, expect, it } from 'vitest';

import { localVoice } from './voices';

const voice = (name: string, lang: string, isLocal = true, isUsual = false): SpeechSynthesisVoice => ({
  name,
  lang,
  localService: isLocal,
  default: isUsual,
  voiceURI: name,
});

describe('the voice that reads aloud', () => {
  // spec: 20.3
  it('is one of the device in the language of the page, never a remote one', () => {
    const remote = voice('Remote', 'en-US', false);
    const voices = [remote, voice('Anna', 'de-DE'), voice('Daniel', 'en-GB'), voice('Monica', 'es_MX')];
    expect(localVoice(voices, 'en')?.name).toBe('Daniel');
    expect(localVoice(voices, 'es')?.name).toBe('Monica');
    expect(localVoice(voices, 'fr')).toBeUndefined();
    expect(localVoice([remote], 'en')).toBeUndefined();
    expect(localVoice([], 'en')).toBeUndefined();
  });

  // spec: 20.3
  it("is of the country of the browser if there is one, else the device's usual one", () => {
    const usual = voice('Moira', 'en-IE', true, true);
    expect(localVoice([voice('Daniel', 'en-GB'), usual, voice('Sam', 'en-US')], 'en')?.name).toBe('Sam');
    expect(localVoice([voice('Daniel', 'en-GB'), usual], 'en')?.name).toBe('Moira');
  });
});
