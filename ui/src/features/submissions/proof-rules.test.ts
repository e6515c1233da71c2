import { describe, expect, it } from 'vitest';

import type { Submission } from '@/api/types';
import { buildSubmission } from '@/testing/builders';

import { isImageFile, canSubmit, latestByGoal, proofState, wireLength } from './proof-rules';

const submission = (fields: Partial<Submission>) => buildSubmission({ id: '01', ...fields });

describe('a student may submit', () => {
  it.each([
    ['when there is no submission', undefined, 'none', true],
    ['not while one is pending', submission({}), 'pending', false],
    ['not when it was approved', submission({ status: 'approved' }), 'approved', false],
    [
      'not when it was denied: a denied submission still counts',
      submission({ status: 'denied' }),
      'denied',
      false,
    ],
    [
      'again when it was returned for another try',
      submission({ status: 'denied', allowResubmission: true }),
      'returned',
      true,
    ],
  ])('%s', (_rule, newest, state, may) => {
    expect(proofState(newest)).toBe(state);
    expect(canSubmit(newest)).toBe(may);
  });

  it('with several attempts the latest counts, whatever their order', () => {
    const first = submission({ id: '01', status: 'denied', allowResubmission: true });
    const second = submission({ id: '02' });
    const other = submission({ id: '03', goalId: 'g2' });
    expect(latestByGoal([second, other, first]).get('g1')).toBe(second);
    expect(latestByGoal([first, second]).get('g1')).toBe(second);
    expect(latestByGoal([second, other]).get('g2')).toBe(other);
  });
});

describe('the length of a text', () => {
  it.each([
    ['blanks around it do not count', '  done \n', 4],
    ['a line break counts as the two characters it travels as', 'a\nb', 4],
    ['an emoji is one character', '👩', 1],
  ])('%s', (_rule, text, length) => {
    expect(wireLength(text)).toBe(length);
  });
});

describe('a file can be a picture', () => {
  it.each([
    [{ type: 'image/png', name: 'a.png' }, true],
    [{ type: 'image/heic', name: 'a.heic' }, true],
    [{ type: 'image/webp', name: 'a.webp' }, true],
    [{ type: '', name: 'IMG_0001.HEIC' }, true],
    [{ type: 'image/gif', name: 'a.gif' }, false],
    [{ type: 'image/svg+xml', name: 'a.svg' }, false],
    [{ type: 'image/bmp', name: 'a.bmp' }, false],
    [{ type: '', name: 'homework' }, false],
    [{ type: 'application/pdf', name: 'a.pdf' }, false],
  ])('%o: %s', (file, can) => {
    expect(isImageFile(file)).toBe(can);
  });
});
