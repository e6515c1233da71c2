import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';

import { useStore } from '@/hooks/use-store';
import { activeLanguage, type Language, languageName } from '@/lib/language';

/** Tells screen readers the language of the page after it has been chosen here. */
export function LanguageStatus({ chosen }: { chosen: Language | null }) {
  const active = useStore(activeLanguage);
  return (
    <p role="status" className="sr-only">
      {chosen !== null &&
        chosen === active &&
        t({ message: 'Language: English', comment: 'The name of your language' })}
    </p>
  );
}

type LanguageChoiceProps<Choice extends Language> = {
  legend: string;
  hint: ReactNode;
  languages: readonly Choice[];
  /** Null: none is chosen. */
  value: Language | null;
  disabled?: boolean;
  onChange: (language: Choice) => void;
};

/** The languages as radio buttons, each in its own name. */
export function LanguageChoice<Choice extends Language>({
  legend,
  hint,
  languages,
  value,
  disabled,
  onChange,
}: LanguageChoiceProps<Choice>) {
  const group = useId();
  const [chosen, setChosen] = useState<Language | null>(null);
  return (
    <fieldset aria-describedby={`${group}-hint`} disabled={disabled}>
      <legend className="font-mid">{legend}</legend>
      <p id={`${group}-hint`} className="mt-0.5 mb-2 text-small text-ink-2">
        {hint}
      </p>
      <div className="grid max-w-110 gap-3 sm:grid-cols-2">
        {languages.map((language) => (
          <label
            key={language}
            className="flex min-h-12 items-center gap-3 rounded-control border border-line-strong px-4 py-2 font-mid has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default"
          >
            <input
              type="radio"
              name={group}
              checked={value === language}
              onChange={() => {
                setChosen(language);
                onChange(language);
              }}
              className="size-4.5 accent-brand"
            />
            <span lang={language}>{languageName(language)}</span>
          </label>
        ))}
      </div>
      <LanguageStatus chosen={chosen} />
    </fieldset>
  );
}
