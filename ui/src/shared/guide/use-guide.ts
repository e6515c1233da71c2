import { use, useDeferredValue } from 'react';

import { loadWhenReachable } from '@/api/lazy-when-reachable';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, teacherLanguage, type TeacherLanguage } from '@/lib/language';

import type { Answer, Guide, GuideSection } from './guide-types';

const loaders: Record<TeacherLanguage, () => Promise<{ guide: Guide }>> = {
  en: () => import('virtual:guide-en'),
  es: () => import('virtual:guide-es'),
};

/** A promise for `use` has to stay the same. */
const loading = new Map<TeacherLanguage, Promise<Guide>>();

function loadGuide(language: TeacherLanguage): Promise<Guide> {
  const present = loading.get(language);
  if (present) return present;
  const guide = loadWhenReachable(loaders[language]).then((module) => module.guide);
  loading.set(language, guide);
  guide.catch(() => {
    loading.delete(language);
  });
  return guide;
}

/**
 * The guide for teachers in the language of the page; suspends while it is loaded. After a change of the language, the
 * previous guide is shown until then.
 */
export function useGuide(): Guide {
  useStore(activeLanguage);
  return use(loadGuide(useDeferredValue(teacherLanguage())));
}

/** Finds an answer and its section. */
export function findAnswer(
  guide: Guide,
  slug: string,
): { section: GuideSection; answer: Answer } | undefined {
  for (const section of guide) {
    const answer = section.answers.find((each) => each.slug === slug);
    if (answer) return { section, answer };
  }
  return undefined;
}
