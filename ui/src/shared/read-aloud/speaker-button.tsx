import './speaker-button.css';

import { t } from '@lingui/core/macro';
import { Volume2 } from 'lucide-react';
import { useEffect, useId } from 'react';

import { useStore } from '@/hooks/use-store';

import { speak, speaking, stopSpeaking } from './speech';
import { type Spoken, spokenName, spokenText } from './spoken-text';
import { useHasVoice } from './voices';

function Bars() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
    >
      <path d="M6 9v6" />
      <path d="M12 5v14" />
      <path d="M18 8v8" />
    </svg>
  );
}

/** Renders nothing on a device without a voice in the language of the page. Leaving the page stops it. */
export default function SpeakerButton(spoken: Spoken) {
  const id = useId();
  const hasVoice = useHasVoice();
  const isSpeaking = useStore(speaking) === id;
  useEffect(
    () => () => {
      stopSpeaking(id);
    },
    [id],
  );
  if (hasVoice === false) return null;
  if (hasVoice === undefined) return <span className="size-[48px] shrink-0 sm:order-1" />;
  const name = spokenName(spoken);
  return (
    <button
      type="button"
      aria-pressed={isSpeaking}
      aria-label={isSpeaking ? t`Stop: ${name}` : t`Read aloud: ${name}`}
      onClick={({ currentTarget }) => {
        if (isSpeaking) stopSpeaking();
        else speak(id, spokenText(spoken, currentTarget));
      }}
      className="speaker sm:order-1"
    >
      {isSpeaking ? <Bars /> : <Volume2 aria-hidden className="mirror-rtl" />}
    </button>
  );
}
