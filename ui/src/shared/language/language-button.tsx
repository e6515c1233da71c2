import { t } from '@lingui/core/macro';
import { ChevronDown, Globe } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Button } from '@/components/button';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, languageName } from '@/lib/language';

/** The button that opens the menu of languages; shows the present one. */
export function LanguageButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const language = useStore(activeLanguage) ?? 'en';
  return (
    <Button
      aria-haspopup="menu"
      aria-label={t({ message: 'Language: English', comment: 'The name of your language' })}
      icon={<Globe aria-hidden />}
      {...props}
    >
      <span lang={language}>{languageName(language)}</span>
      <ChevronDown aria-hidden className="size-4!" />
    </Button>
  );
}
