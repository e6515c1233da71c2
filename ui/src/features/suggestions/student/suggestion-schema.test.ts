import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { INVALID, MISSING, suggestionSchema, type SuggestionValues, toastFor } from './suggestion-schema';

const idea = { name: 'Read two books', goalbucks: '25', description: '' };

/** The first message of each field. */
function errorsOf(values: SuggestionValues): Record<string, string> {
  const issues = suggestionSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('a suggestion', () => {
  it('needs a name and goalbucks, and no description', () => {
    expect(errorsOf(idea)).toEqual({});
    expect(toastFor(idea)).toBeUndefined();
  });

  it.each([
    ['no name', { ...idea, name: '' }],
    ['a name of blanks', { ...idea, name: '  ' }],
    ['no goalbucks', { ...idea, goalbucks: '' }],
    ['neither', { ...idea, name: '', goalbucks: '' }],
    ['no name and wrong goalbucks', { ...idea, name: '', goalbucks: '0' }],
  ])('with %s misses information', (_what, written) => {
    expect(toastFor(written)).toEqual(MISSING);
  });

  // spec: 8.1
  it.each(['0', '-5', '2.5', '1e3', 'many', '1000001'])('has no valid goalbucks with %s', (goalbucks) => {
    expect(toastFor({ ...idea, goalbucks })).toEqual(INVALID);
    expect(errorsOf({ ...idea, goalbucks })['goalbucks']).toBeDefined();
  });

  it.each(['1', ' 25 ', '007', '1000000'])('has valid goalbucks with %s', (goalbucks) => {
    expect(errorsOf({ ...idea, goalbucks })).toEqual({});
  });

  it('has a name of at most 200 characters, a smiley being one', () => {
    expect(errorsOf({ ...idea, name: '🙂'.repeat(200) })).toEqual({});
    expect(errorsOf({ ...idea, name: 'a'.repeat(201) })['name']).toMatch(/at most 200/);
    expect(toastFor({ ...idea, name: 'a'.repeat(201) })).toBeUndefined();
  });

  it('has a description of at most 5,000 characters', () => {
    expect(errorsOf({ ...idea, description: ` ${'a'.repeat(5000)} ` })).toEqual({});
    expect(errorsOf({ ...idea, description: 'a'.repeat(5001) })['description']).toMatch(/at most 5,000/);
  });

  it('is refused in the words of the specification', () => {
    const words = [MISSING, INVALID].map(
      ({ title, description }) => `${i18n._(title)} - ${i18n._(description)}`,
    );
    expect(words).toEqual([
      'Missing information - Please fill in the goal name and suggested goalbucks.',
      'Invalid goalbucks - Please enter a valid number of goalbucks.',
    ]);
  });
});
