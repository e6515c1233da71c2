import type { Answer, Block, Guide } from '@/shared/guide/guide-types';
import { plainText } from '@/shared/guide/plain-text';

/** Shortest word that counts when no answer has all words. */
const MIN_LENGTH = 3;
/** Length of the text before the first match from which on it is left out. */
const MAX_LEAD = 60;
const KEPT_LEAD = 40;
const IS_LETTER = /[\p{L}\p{N}]/u;

/** Lower case, without accents, of the same length. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return base.length === letter.length ? base : letter;
  })
    .join('')
    .replaceAll('’', "'");
}

/** The words of a query. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(/[^\p{L}\p{N}']+/u))].filter((word) => IS_LETTER.test(word));
}

/** Where words of a text begin with one of these: start and end. */
function matches(text: string, words: string[]): [start: number, end: number][] {
  const folded = fold(text);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      if (!IS_LETTER.test(folded.charAt(at - 1))) found.push([at, at + word.length]);
    }
  }
  return found.sort(([one], [other]) => one - other);
}

/** Splits a text into parts, those that begin with one of the words marked. */
export function markWords(text: string, words: string[]): { text: string; marked: boolean }[] {
  const parts: { text: string; marked: boolean }[] = [];
  let done = 0;
  for (const [start, end] of matches(text, words)) {
    if (start < done) continue;
    if (start > done) parts.push({ text: text.slice(done, start), marked: false });
    parts.push({ text: text.slice(start, end), marked: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** The texts of a block, each of which may be shown as an excerpt. */
function textsOf(block: Block): string[] {
  if (block.kind === 'heading') return [block.text];
  if (block.kind === 'paragraph') return [plainText(block.text)];
  if (block.kind === 'actions') return [];
  return block.steps.map(({ text, details }) => [text, ...details].map(plainText).join(' '));
}

const countWords = (text: string, words: string[]) =>
  words.filter((word) => matches(text, [word]).length > 0).length;

/** The text with most of the words, without what is far before the first one. */
function excerptOf(texts: string[], words: string[]): string {
  const [best = ''] = [...texts].sort((one, other) => countWords(other, words) - countWords(one, words));
  const first = matches(best, words)[0]?.[0] ?? 0;
  if (first <= MAX_LEAD) return best;
  return `… ${best.slice(best.indexOf(' ', first - KEPT_LEAD) + 1)}`;
}

export type Found = { answer: Answer; excerpt: string };

type Relevance = {
  /** How many of the words the title has. */
  inTitle: number;
  /** How often the answer has them, if its title has none: others stay in the order of the guide. */
  times: number;
};

const byRelevance = (one: Relevance, other: Relevance) =>
  other.inTitle - one.inTitle || other.times - one.times;

function search(guide: Guide, words: string[]) {
  return guide
    .flatMap(({ answers }) => answers)
    .map((answer) => {
      const texts = answer.blocks.flatMap(textsOf);
      const inTitle = countWords(answer.title, words);
      const whole = [answer.title, ...texts].join('\n');
      return {
        found: { answer, excerpt: excerptOf(texts, words) },
        count: countWords(whole, words),
        inTitle,
        times: inTitle > 0 ? 0 : matches(whole, words).length,
      };
    })
    .filter(({ count }) => count > 0)
    .sort(byRelevance);
}

/**
 * The answers with all words, those first that have them in the title, then the others, those first that have them most
 * often. If none has all: those with most of them.
 */
export function searchGuide(guide: Guide, words: string[]): Found[] {
  const all = search(guide, words).filter(({ count }) => count === words.length);
  if (all.length > 0) return all.map(({ found }) => found);
  const some = search(
    guide,
    words.filter((word) => word.length >= MIN_LENGTH),
  );
  const most = Math.max(...some.map(({ count }) => count));
  return some.filter(({ count }) => count === most).map(({ found }) => found);
}
