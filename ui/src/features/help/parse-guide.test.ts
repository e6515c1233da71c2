import { describe, expect, it } from 'vitest';

import { parseAnswer, parseGuide } from './parse-guide';

const answer = (body: string) => parseAnswer('some', `# Some title\n\n${body}`).blocks;

describe('an answer', () => {
  it('has a title and, in their order, paragraphs, headings and steps', () => {
    expect(parseAnswer('some', '# It\\*s here\n\nFirst\nline.\n\n## Still not?\n\n1. Look.')).toEqual({
      slug: 'some',
      title: 'It*s here',
      blocks: [
        { kind: 'paragraph', text: ['First line.'] },
        { kind: 'heading', text: 'Still not?' },
        { kind: 'steps', steps: [{ text: ['Look.'], details: [] }] },
      ],
    });
  });

  it('has steps of a first paragraph and its explanation', () => {
    expect(answer('1. Choose **Store**.\n\n   It is in\n   the sidebar.\n\n2. Wait.')).toEqual([
      {
        kind: 'steps',
        steps: [
          { text: ['Choose ', { name: 'Store' }, '.'], details: [['It is in the sidebar.']] },
          { text: ['Wait.'], details: [] },
        ],
      },
    ]);
  });

  it('has a button for each link of a paragraph of links to the program', () => {
    const link = '[Open **Store**](http://localhost:8080/teacher/store?tab=items)';
    expect(answer(`${link}\n${link}`)).toEqual([
      {
        kind: 'actions',
        actions: Array.from({ length: 2 }, () => ({
          to: '/teacher/store?tab=items',
          label: ['Open ', { name: 'Store' }],
        })),
      },
    ]);
  });

  it('links to other answers', () => {
    expect(answer('See [Print login\ncards](print-login-cards.md).')).toEqual([
      {
        kind: 'paragraph',
        text: ['See ', { answer: 'print-login-cards', text: 'Print login cards' }, '.'],
      },
    ]);
  });

  it.each([
    ['raw HTML', '<script>alert(1)</script>'],
    ['raw HTML in a line', 'A <b onclick="alert(1)">word</b>.'],
    ['a character reference', 'A &lt;b&gt; word.'],
    ['a link to another site', 'See [this](https://example.org).'],
    ['a link with a script', '[Open](javascript:alert)'],
    ['a link to the program in a sentence', 'Open [it](http://localhost:8080/teacher).'],
    ['an image', '![A picture](picture.png)'],
    ['code', 'Type `this`.'],
    ['a list without numbers', '- This\n- That'],
    ['a list in a step', '1. This\n   - That'],
    ['a second title', '# Again'],
  ])("can't have %s", (_, body) => {
    expect(() => answer(body)).toThrow("The guide can't have this");
  });

  it('begins with its title', () => {
    expect(() => parseAnswer('some', 'Hello.')).toThrow("some doesn't begin with a title.");
  });
});

describe('the guide', () => {
  it('has the answers of each section, in the order of the index', () => {
    const index = '# Guide\n\nHello.\n\n## One\n\n- [A](a.md)\n- [B](b.md)\n\n## Two\n\n- [C](c.md)\n';
    const guide = parseGuide(index, (slug) => `# ${slug.toUpperCase()}`);
    expect(guide.map(({ title, answers }) => [title, answers.map(({ slug }) => slug)])).toEqual([
      ['One', ['a', 'b']],
      ['Two', ['c']],
    ]);
  });

  it("can't call an answer other than its title", () => {
    expect(() => parseGuide('## One\n\n- [Another](a.md)', () => '# A title')).toThrow(
      'The guide calls a “Another”, not “A title”.',
    );
  });
});
