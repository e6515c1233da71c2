import { useState } from 'react';

import { useStore } from '@/hooks/use-store';
import { activeLanguage, type Language, LANGUAGES, setDeviceLanguage } from '@/lib/language';

import { LanguageStatus } from './language-choice';

/** Switches the language of this device, on the login page. */
export function LanguageSwitch() {
  const active = useStore(activeLanguage);
  const [chosen, setChosen] = useState<Language | null>(null);
  return (
    <>
      <div
        role="group"
        // Not translated: it is read in any language.
        aria-label="Language, idioma"
        className="inline-flex rounded-control border border-line-strong bg-surface p-0.5"
      >
        {LANGUAGES.map(({ code, name }) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={active === code}
            className="min-h-9 rounded-[calc(var(--radius-control)-3px)] px-3 text-small font-mid text-ink-2 aria-pressed:bg-brand-soft aria-pressed:text-brand-ink pointer-coarse:min-h-11"
            onClick={() => {
              setChosen(code);
              setDeviceLanguage(code);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <LanguageStatus chosen={chosen} />
    </>
  );
}
