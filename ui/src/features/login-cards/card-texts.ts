import { type I18n, i18n } from '@lingui/core';

import { type Language, languageOfStudent, loadTexts, teacherLanguage } from '@/lib/language';

import type { CardStudent } from './card-choice';

/** A language, and the texts of a card in it. */
export type CardTexts = { language: Language; texts: I18n };

async function loadCardTexts(language: Language): Promise<CardTexts> {
  try {
    return { language, texts: await loadTexts(language, 'student-sign-in') };
  } catch (error) {
    // The card is printed in the language of the page.
    console.error('The texts of the login cards could not be loaded.', error);
    return { language: teacherLanguage(), texts: i18n };
  }
}

/** The texts of the cards of these students, in their order. */
export function cardTextsOf(students: CardStudent[]): Promise<CardTexts[]> {
  const loading = new Map<Language, Promise<CardTexts>>();
  return Promise.all(
    students.map((student) => {
      const language = languageOfStudent(student.language);
      const texts = loading.get(language) ?? loadCardTexts(language);
      loading.set(language, texts);
      return texts;
    }),
  );
}
