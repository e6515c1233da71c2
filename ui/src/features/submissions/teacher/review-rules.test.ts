import { describe, expect, it } from 'vitest';

import { commentProblem } from './review-rules';

describe('a review', () => {
  it('needs a comment to deny, and blanks are none', () => {
    const required = 'Comment required - Please provide a comment explaining why this submission was denied.';
    expect(commentProblem('denied', '')).toBe(required);
    expect(commentProblem('denied', ' \n ')).toBe(required);
    expect(commentProblem('denied', 'The other side is missing.')).toBeUndefined();
  });

  it('needs none to approve', () => {
    expect(commentProblem('approved', '')).toBeUndefined();
  });

  it('takes a comment of 5,000 characters and no more', () => {
    expect(commentProblem('approved', 'a'.repeat(5000))).toBeUndefined();
    expect(commentProblem('approved', 'a'.repeat(5001))).toBe('A comment can have at most 5,000 characters.');
  });
});
