import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { repairTranslatedPage } from './page-translation';

/** In capitals, since TypeScript knows the other as deprecated. */
const FONT = 'FONT';

let stop: () => void;
beforeEach(() => {
  stop = repairTranslatedPage();
});
afterEach(() => {
  stop();
});

let show: (content: ReactNode) => void;

const paragraph = () => screen.getByTestId('paragraph');

/** Shows the content in a paragraph. */
async function start(content: ReactNode) {
  const paragraphOf = (children: ReactNode) => <p data-testid="paragraph">{children}</p>;
  const { rerender } = render(paragraphOf(content));
  show = (next) => {
    rerender(paragraphOf(next));
  };
  await repaired();
}

/** Mutation observers run before this. */
const repaired = () => Promise.resolve();

const texts = (element: Element) =>
  [...element.childNodes].filter((node): node is Text => node instanceof Text && node.data !== '');

/** Puts a font element in place of each text node of the paragraph. */
function translate() {
  for (const text of texts(paragraph())) {
    const font = document.createElement(FONT);
    font.textContent = `«${text.data}»`;
    text.before(font);
    text.remove();
  }
}

const One = ({ text }: { text: string }) => text;
const Other = ({ text }: { text: string }) => text;

describe('a translated element', () => {
  // spec: 17.3
  it('shows a text that is changed', async () => {
    await start([1, ' goal']);
    translate();
    await repaired();
    expect(paragraph()).toHaveTextContent('«1»« goal»');
    show([2, ' goals']);
    await repaired();
    expect(paragraph()).toHaveTextContent('2 goals');
  });

  // spec: 17.3
  it('shows all of its own texts when one is changed', async () => {
    await start([1, ' goal']);
    translate();
    await repaired();
    show([2, ' goal']);
    await repaired();
    expect(paragraph().innerHTML).toBe('2 goal');
  });

  // spec: 17.3
  it('loses a text that is removed, and gets one that is added', async () => {
    await start(['Due', ' today', <b key="b">!</b>]);
    translate();
    await repaired();
    show([null, ' today', <b key="b">!</b>]);
    await repaired();
    expect(paragraph()).toHaveTextContent('today!');
    translate();
    await repaired();
    show(['Due', ' today', <i key="i">soon</i>, <b key="b">!</b>]);
    await repaired();
    expect(paragraph().innerHTML).toBe('Due today<i>soon</i><b>!</b>');
  });

  // spec: 17.3
  it('keeps an element that the translator moves into its own', async () => {
    await start(['Read ', <b key="b">two</b>, ' books']);
    const font = document.createElement(FONT);
    const nodes = [...paragraph().childNodes];
    paragraph().append(font);
    font.append(...nodes);
    await repaired();
    expect(paragraph()).toHaveTextContent('Read two books');
    show(['Read ', null, 'books']);
    await repaired();
    expect(paragraph()).toHaveTextContent('Read books');
  });

  it('is left as the translator wants it, if that repeats its change again and again', async () => {
    await start(['Read ', <b key="b">two</b>, ' books']);
    let changes = 0;
    const insist = () => {
      const moved = paragraph().querySelector('b');
      if (moved?.parentElement !== paragraph()) return;
      changes += 1;
      const font = document.createElement(FONT);
      moved.before(font);
      font.append(moved);
    };
    const translator = new MutationObserver(insist);
    translator.observe(paragraph(), { childList: true, subtree: true });
    insist();
    await new Promise((resolve) => setTimeout(resolve));
    translator.disconnect();
    expect(changes).toBeLessThan(20);
    expect(paragraph()).toHaveTextContent('Read two books');
  });

  // spec: 17.3
  it('shows the original again when the translator puts it back', async () => {
    await start([1, ' goal']);
    const originals = texts(paragraph());
    translate();
    await repaired();
    for (const [index, font] of [...paragraph().querySelectorAll(FONT)].entries()) {
      font.replaceWith(originals[index] ?? '');
    }
    await repaired();
    expect(paragraph().innerHTML).toBe('1 goal');
  });
});

describe('an element that is not translated', () => {
  it('shows what replaces a text, again and again', async () => {
    await start([<One key="one" text="first" />, <b key="b">!</b>]);
    for (let round = 0; round < 30; round += 1) {
      show([<Other key="other" text={`other ${round}`} />, <b key="b">!</b>]);
      await repaired();
      expect(paragraph().textContent).toBe(`other ${round}!`);
      show([<One key="one" text={`one ${round}`} />, <b key="b">!</b>]);
      await repaired();
      expect(paragraph().textContent).toBe(`one ${round}!`);
    }
    show([<b key="b">!</b>]);
    await repaired();
    expect(paragraph().textContent).toBe('!');
    // A few empty text nodes may stay.
    expect(paragraph().childNodes.length).toBeLessThan(15);
  });
});
