import { lazy, Suspense, useSyncExternalStore } from 'react';

import { useSession } from '@/auth/session-context';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, isTeacherLanguage, type Language, languageOf } from '@/lib/language';

/** If it doesn't load, nothing is offered. */
const LanguageOffer = lazy(async () => {
  try {
    return { default: (await import('./language-offer')).LanguageOffer };
  } catch {
    return { default: () => null };
  }
});

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'] });
  return () => {
    observer.disconnect();
  };
}

/** The language into which the browser has translated the page, if GoalBucks has it. */
function useTranslationLanguage(): Language | undefined {
  const active = useStore(activeLanguage);
  // Chrome and Edge set it, as `activate` of lib/language.ts does.
  const language = languageOf(useSyncExternalStore(subscribe, () => document.documentElement.lang));
  const isTeacher = useSession().user?.role === 'teacher';
  if (language === undefined || language === active) return undefined;
  return isTeacher && !isTeacherLanguage(language) ? undefined : language;
}

/** Offers the language into which the browser has translated the page. */
export function TranslationLanguage() {
  const language = useTranslationLanguage();
  if (!language) return null;
  return (
    <Suspense>
      <LanguageOffer language={language} />
    </Suspense>
  );
}
