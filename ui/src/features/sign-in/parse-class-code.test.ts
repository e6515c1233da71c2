import { describe, expect, it } from 'vitest';

import { parseClassCode } from './parse-class-code';

describe('the class code in an address', () => {
  it.each(['?class=K7M4QX', '?class=k7m4qx', '?class=%20K7M%204QX+', '?from=board&class=K7M4QX'])(
    'is read from %s without case and blanks',
    (search) => {
      expect(parseClassCode(search)).toBe('K7M4QX');
    },
  );

  it.each([
    '',
    '?class=',
    '?code=K7M4QX',
    '?class=K7M4Q',
    '?class=K7M4QXX',
    '?class=K7M4Q0',
    '?class=IOIOIO',
    '?class=K7M-QX',
    '?class=<b>x</b>',
    '?class=%E0%A4%A',
  ])('is nothing in %s', (search) => {
    expect(parseClassCode(search)).toBe('');
  });
});
