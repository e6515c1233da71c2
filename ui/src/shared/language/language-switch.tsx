import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { useState } from 'react';

import { useStore } from '@/hooks/use-store';
import { activeLanguage, type Language, languageName, LANGUAGES, setDeviceLanguage } from '@/lib/language';

import { LanguageStatus } from './language-choice';

/** Switches the language of this device, on the login page. */
export function LanguageSwitch() {
  const active = useStore(activeLanguage);
  const [chosen, setChosen] = useState<Language | null>(null);
  return (
    <>
      <div
        role="group"
        aria-label={t({ message: 'Language, idioma', comment: 'In your language, then in English' })}
        className="inline-flex rounded-control border border-line-strong bg-surface p-0.5"
      >
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={active === language}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-[calc(var(--radius-control)-3px)] px-3 text-small font-mid text-ink-2 aria-pressed:bg-brand-soft aria-pressed:font-bold aria-pressed:text-brand-ink pointer-coarse:min-h-11"
            onClick={() => {
              setChosen(language);
              setDeviceLanguage(language);
            }}
          >
            {active === language && <Check aria-hidden className="size-4" />}
            {languageName(language)}
          </button>
        ))}
      </div>
      <LanguageStatus chosen={chosen} />
    </>
  );
}
