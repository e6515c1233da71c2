import { describe, expect, it } from 'vitest';

import type { Answer, Guide } from '@/shared/guide/guide-types';

import { markWords, searchGuide, wordsOf } from './search-guide';

const answer = (slug: string, title: string, ...paragraphs: string[]): Answer => ({
  slug,
  title,
  blocks: paragraphs.map((text) => ({ kind: 'paragraph', text: [text] })),
});

const GUIDE: Guide = [
  {
    title: 'Signing in',
    answers: [
      answer('card', 'A login card is lost', 'Print a new one.', 'It needs no password.'),
      answer('password', 'A child forgot the password', 'Nobody can read it.'),
    ],
  },
  {
    title: 'Metas',
    answers: [
      {
        slug: 'photo',
        title: "Se perdió una foto: can't",
        blocks: [
          { kind: 'heading', text: 'Cámara' },
          {
            kind: 'steps',
            steps: [
              { text: ['Choose ', { name: 'Submit Goal' }], details: [[{ answer: 'card', text: 'Card' }]] },
            ],
          },
          { kind: 'actions', actions: [{ to: '/teacher', label: ['Elsewhere'] }] },
        ],
      },
    ],
  },
];

const find = (query: string) => searchGuide(GUIDE, wordsOf(query)).map(({ answer }) => answer.slug);

describe('the search', () => {
  // spec: 3.17
  it('finds the answers that have all words, those first that have them in the title', () => {
    expect(find('password')).toEqual(['password', 'card']);
    expect(find('forgot password')).toEqual(['password']);
  });

  // spec: 3.17
  it('puts the answer first that has the words most often, if no title has them', () => {
    const answers = [answer('once', '', 'A key.'), answer('twice', '', 'A key.', 'This key.')];
    const found = searchGuide([{ title: '', answers }], ['key']);
    expect(found.map(({ answer }) => answer.slug)).toEqual(['twice', 'once']);
  });

  // spec: 3.17
  it('ignores case, accents and the kind of apostrophe', () => {
    expect(find('CAMARA')).toEqual(['photo']);
    expect(find('perdió')).toEqual(['photo']);
    expect(find('can’t')).toEqual(['photo']);
  });

  it('finds words by their beginning only', () => {
    expect(find('pass')).toEqual(['password', 'card']);
    expect(find('word')).toEqual([]);
  });

  it('reads steps with names and links, but no buttons', () => {
    expect(find('submit goal card')).toEqual(['photo']);
    expect(find('elsewhere')).toEqual([]);
  });

  // spec: 3.17
  it('finds the answers with most of the words if none has all', () => {
    expect(find('how do I reset a forgotten password')).toEqual(['password', 'card']);
    expect(find('new password xyz')).toEqual(['card']);
    expect(find('xyz')).toEqual([]);
  });

  it('finds nothing without a word', () => {
    expect(find(' / ')).toEqual([]);
    expect(find('')).toEqual([]);
  });

  it('shows the text with most of the words, or else the first one', () => {
    const excerpts = (query: string) => searchGuide(GUIDE, wordsOf(query)).map(({ excerpt }) => excerpt);
    expect(excerpts('password')).toEqual(['Nobody can read it.', 'It needs no password.']);
  });

  it('begins an excerpt shortly before a word that is far in the text', () => {
    const guide = [{ title: '', answers: [answer('long', '', `${'before '.repeat(20)}needle after`)] }];
    expect(searchGuide(guide, ['needle'])[0]?.excerpt).toBe(`… ${'before '.repeat(5)}needle after`);
  });
});

describe('the marks', () => {
  // spec: 3.17
  it('are on the words as they are written in the text', () => {
    expect(markWords('Una Cámara, camaras', wordsOf('camara'))).toEqual([
      { text: 'Una ', marked: false },
      { text: 'Cámara', marked: true },
      { text: ', ', marked: false },
      { text: 'camara', marked: true },
      { text: 's', marked: false },
    ]);
  });

  it("don't overlap", () => {
    expect(markWords('password', wordsOf('pass password'))).toEqual([
      { text: 'pass', marked: true },
      { text: 'word', marked: false },
    ]);
  });
});
