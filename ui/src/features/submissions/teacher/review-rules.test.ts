import { describe, expect, it } from 'vitest';

import { commentError } from './review-rules';

describe('a review', () => {
  it('needs a comment to deny, and blanks are none', () => {
    const required = 'Comment required - Please provide a comment explaining why this submission was denied.';
    expect(commentError('denied', '')).toBe(required);
    expect(commentError('denied', ' \n ')).toBe(required);
    expect(commentError('denied', 'The other side is missing.')).toBeUndefined();
  });

  it('needs none to approve', () => {
    expect(commentError('approved', '')).toBeUndefined();
  });

  it('takes a comment of 5,000 characters and no more', () => {
    expect(commentError('approved', 'a'.repeat(5000))).toBeUndefined();
    expect(commentError('approved', 'a'.repeat(5001))).toBe('A comment can have at most 5,000 characters.');
  });
});
