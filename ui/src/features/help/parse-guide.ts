/**
 * Reads the Markdown of the guide for teachers (docs/guide), when the UI is built. Whatever else Markdown has, raw HTML
 * for example, is an error, so that the page renders a few known blocks.
 */

import { marked, type MarkedToken, type Token, type Tokens } from 'marked';

// Relative, since Vite's configuration imports this file, too.
import type { Action, Answer, Block, Guide, Inline, Step } from '../../shared/guide/guide-types';

/** What links to pages of the program begin with: they also work from the Markdown, on the class computer. */
const PROGRAM = 'http://localhost:8080';
const ANSWER_LINK = /^([a-z0-9-]+)\.md$/;
const CHARACTER_REFERENCE = /&#?\w+;/;

function refuse(token: Token): never {
  throw new Error(`The guide can't have this (${token.type}): ${token.raw}`);
}

/** The tokens without blank lines. `Token` includes any extension's, which we have none of. */
function withoutSpace(tokens: Token[]): MarkedToken[] {
  return (tokens as MarkedToken[]).filter(({ type }) => type !== 'space');
}

function textOf(token: Tokens.Text | Tokens.Escape): string {
  if (CHARACTER_REFERENCE.test(token.raw)) refuse(token);
  return token.text.replaceAll(/\s*\n\s*/g, ' ');
}

function plainText(parent: { tokens: Token[] }): string {
  return (parent.tokens as MarkedToken[])
    .map((token) => (token.type === 'text' || token.type === 'escape' ? textOf(token) : refuse(token)))
    .join('');
}

function answerLink(link: Tokens.Link): { answer: string; text: string } {
  const answer = ANSWER_LINK.exec(link.href)?.[1] ?? refuse(link);
  return { answer, text: plainText(link) };
}

function parseInline(tokens: Token[] = []): Inline[] {
  return (tokens as MarkedToken[]).map((token) => {
    if (token.type === 'text' || token.type === 'escape') return textOf(token);
    if (token.type === 'strong') return { name: plainText(token) };
    return token.type === 'link' ? answerLink(token) : refuse(token);
  });
}

/** The links of a paragraph that has nothing but links to pages of the program; undefined for another paragraph. */
function parseActions({ tokens }: Tokens.Paragraph): Action[] | undefined {
  const parts = (tokens as MarkedToken[]).filter((token) => token.type !== 'text' || token.text.trim());
  const links = parts.filter((token) => token.type === 'link' && token.href.startsWith(`${PROGRAM}/`));
  if (links.length === 0 || links.length < parts.length) return undefined;
  return (links as Tokens.Link[]).map(({ href, tokens }) => ({
    to: href.slice(PROGRAM.length),
    label: parseInline(tokens),
  }));
}

function parseStep(item: Tokens.ListItem): Step {
  const [text = [], ...details] = withoutSpace(item.tokens).map((token) =>
    token.type === 'text' || token.type === 'paragraph' ? parseInline(token.tokens) : refuse(token),
  );
  return { text, details };
}

function parseBlock(token: MarkedToken): Block {
  if (token.type === 'heading' && token.depth === 2) return { kind: 'heading', text: plainText(token) };
  if (token.type === 'list' && token.ordered) return { kind: 'steps', steps: token.items.map(parseStep) };
  if (token.type !== 'paragraph') return refuse(token);
  const actions = parseActions(token);
  return actions ? { kind: 'actions', actions } : { kind: 'paragraph', text: parseInline(token.tokens) };
}

function parse(markdown: string): MarkedToken[] {
  return withoutSpace(marked.lexer(markdown, { gfm: false }));
}

/** Reads an answer: its title, then paragraphs, headings, numbered steps and links to pages. */
export function parseAnswer(slug: string, markdown: string): Answer {
  const [title, ...blocks] = parse(markdown);
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${slug} doesn't begin with a title.`);
  return { slug, title: plainText(title), blocks: blocks.map(parseBlock) };
}

function linkOf(item: Tokens.ListItem): { answer: string; text: string } {
  const [line] = withoutSpace(item.tokens);
  const [link] = line?.type === 'text' ? withoutSpace(line.tokens ?? []) : [];
  return link?.type === 'link' ? answerLink(link) : refuse(item);
}

/**
 * Reads the guide: `index` has a heading for each section, with the list of its answers; `read` returns the Markdown of
 * an answer.
 */
export function parseGuide(index: string, read: (slug: string) => string): Guide {
  const guide: Guide = [];
  for (const token of parse(index)) {
    if (token.type === 'heading' && token.depth === 2) guide.push({ title: plainText(token), answers: [] });
    else if (token.type === 'list') {
      const answers = token.items.map((item) => {
        const { answer: slug, text } = linkOf(item);
        const answer = parseAnswer(slug, read(slug));
        if (answer.title !== text)
          throw new Error(`The guide calls ${slug} “${text}”, not “${answer.title}”.`);
        return answer;
      });
      guide.at(-1)?.answers.push(...answers);
    }
  }
  return guide;
}
