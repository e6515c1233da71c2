import { expect, it } from 'vitest';

import { caretAfter, formatCardCode } from './card-code';

// spec: 2.32
it.each([
  ['', ''],
  ['h4k', 'H4K'],
  ['h4kp', 'H4KP'],
  ['h4kp7', 'H4KP 7'],
  ['h4kp-7wqm', 'H4KP 7WQM'],
  ['  H4KP  7WQM\n', 'H4KP 7WQM'],
  ['H4KP7WQM and more', 'H4KP 7WQM'],
])('%j is shown as %j', (typed, shown) => {
  expect(formatCardCode(typed)).toBe(shown);
});

it('keeps the caret behind what was typed', () => {
  expect(caretAfter('h4')).toBe(2);
  expect(caretAfter('H4KP7')).toBe(6);
  expect(caretAfter('H4KP ')).toBe(4);
});
