import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useState } from 'react';

import { useCloseOnBack } from '@/components/dialog/dialog-history';
import { menuContentClass, menuItemClass, plainItemClass } from '@/components/menu-classes';
import { useStore } from '@/hooks/use-store';
import {
  activeLanguage,
  directionOf,
  type Language,
  languageName,
  LANGUAGES,
  setDeviceLanguage,
} from '@/lib/language';

import { LanguageButton } from './language-button';

/** The menu of languages, each in its own name; open when it appears. */
export default function LanguageMenu({ onChoose }: { onChoose: (language: Language) => void }) {
  const active = useStore(activeLanguage) ?? 'en';
  const [open, setOpen] = useState(true);
  useCloseOnBack(open, () => {
    setOpen(false);
  });
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen} dir={directionOf(active)}>
      <Radix.Trigger asChild>
        <LanguageButton />
      </Radix.Trigger>
      <Radix.Content align="end" sideOffset={4} collisionPadding={8} className={menuContentClass}>
        <Radix.RadioGroup
          value={active}
          onValueChange={(value) => {
            const language = LANGUAGES.find((each) => each === value) ?? 'en';
            onChoose(language);
            setDeviceLanguage(language);
          }}
        >
          {LANGUAGES.map((language) => (
            <Radix.RadioItem
              key={language}
              value={language}
              lang={language}
              textValue={languageName(language)}
              className={`${menuItemClass} ${plainItemClass}`}
            >
              <span className="grow">
                <bdi>{languageName(language)}</bdi>
              </span>
              <Radix.ItemIndicator asChild>
                <Check aria-hidden />
              </Radix.ItemIndicator>
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
      </Radix.Content>
    </Radix.Root>
  );
}
