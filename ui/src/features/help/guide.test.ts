import { type Messages, setupI18n } from '@lingui/core';
import { guide as english } from 'virtual:guide-en';
import { guide as spanish } from 'virtual:guide-es';
import { describe, expect, it } from 'vitest';

import { TEACHER_LANGUAGES, type TeacherLanguage } from '@/lib/language';
import type { Answer, Block, Guide, Inline } from '@/shared/guide/guide-types';
import { LINKED_ANSWERS } from '@/shared/help-link';

const GUIDES: Record<TeacherLanguage, Guide> = { en: english, es: spanish };
const answersOf = (guide: Guide) => guide.flatMap(({ answers }) => answers);

function inlinesOf(block: Block): Inline[] {
  if (block.kind === 'heading') return [block.text];
  if (block.kind === 'paragraph') return block.text;
  if (block.kind === 'actions') return block.actions.flatMap(({ label }) => label);
  return block.steps.flatMap(({ text, details }) => [...text, ...details.flat()]);
}

/** What has to be the same in all languages: kinds of blocks, number of names, and where links lead. */
function shapeOf({ slug, blocks }: Answer) {
  const shapes = blocks.map((block) => ({
    kind: block.kind,
    steps: block.kind === 'steps' && block.steps.map(({ details }) => details.length),
    to: block.kind === 'actions' && block.actions.map(({ to }) => to),
    names: inlinesOf(block).filter((part) => typeof part === 'object' && 'name' in part).length,
    answers: inlinesOf(block).flatMap((part) =>
      typeof part === 'object' && 'answer' in part ? part.answer : [],
    ),
  }));
  return { slug, shapes };
}

const catalogs = import.meta.glob<Messages>('../../locales/*/*.po', {
  import: 'messages',
  eager: true,
});

/** The messages of a language by their ids. */
function messagesOf(language: string): Messages {
  const ofLanguage = Object.entries(catalogs).filter(([path]) => path.includes(`/${language}/`));
  return Object.assign({}, ...ofLanguage.map(([, messages]) => messages)) as Messages;
}

/** The messages without arguments; of one that ends with a number in brackets, what stands before it. */
function textsOf(messages: Messages): Set<string> {
  return new Set(
    Object.values(messages).flatMap(([text, ...rest]) =>
      rest.length === 0 || rest.at(-1) === ')' ? String(text).replace(/ \($/, '') : [],
    ),
  );
}

describe('the guide', () => {
  // spec: 3.17
  it.each(TEACHER_LANGUAGES)(
    'has the same answers, steps, links and names in %s as in English',
    (language) => {
      expect(GUIDES[language].map(({ answers }) => answers.map(shapeOf))).toEqual(
        english.map(({ answers }) => answers.map(shapeOf)),
      );
    },
  );

  // spec: 3.17
  it.each(TEACHER_LANGUAGES)('calls controls in %s as the screens do', (language) => {
    const texts = textsOf(messagesOf(language));
    expect(texts.size).toBeGreaterThan(1000);
    const wrong = answersOf(GUIDES[language]).flatMap(({ slug, blocks }) =>
      blocks
        .flatMap(inlinesOf)
        .flatMap((part) => (typeof part === 'object' && 'name' in part ? part.name : []))
        .filter((name) => !texts.has(name))
        .map((name) => `${slug}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(TEACHER_LANGUAGES)('links to answers that it has, by their titles in %s', (language) => {
    const answers = answersOf(GUIDES[language]);
    const wrong = answers.flatMap(({ blocks }) =>
      blocks
        .flatMap(inlinesOf)
        .filter((part) => typeof part === 'object' && 'answer' in part)
        .filter(({ answer, text }) => answers.find(({ slug }) => slug === answer)?.title !== text),
    );
    expect(wrong).toEqual([]);
  });

  it.each(TEACHER_LANGUAGES)('has the answers to which pages link, by the same titles in %s', (language) => {
    const i18n = setupI18n({ locale: language, messages: { [language]: messagesOf(language) } });
    const titles = Object.fromEntries(answersOf(GUIDES[language]).map(({ slug, title }) => [slug, title]));
    for (const [slug, title] of Object.entries(LINKED_ANSWERS)) expect(titles[slug]).toBe(i18n._(title));
  });
});
