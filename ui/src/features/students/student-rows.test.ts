import { describe, expect, it } from 'vitest';

import { buildStudent } from '@/testing/builders';

import {
  validateRow,
  existingRow,
  isUnsaved,
  hasErrors,
  newRow,
  rowErrors,
  toRows,
  sentFields,
  type StudentFields,
  type StudentRow,
  withTyped,
} from './student-rows';

const amara = buildStudent();
const mia: StudentFields = { firstName: 'Mia', lastName: 'Rossi', username: 'mia.r', password: 'sunny' };

/** The messages of the fields that are wrong. */
const errorsOf = (row: StudentRow) =>
  Object.fromEntries(Object.entries(rowErrors(row)).map(([name, message]) => [name, message?.()]));

describe('a new row', () => {
  it('needs first name, last name, username and password', () => {
    expect(errorsOf(newRow())).toEqual({
      firstName: 'First name is required.',
      lastName: 'Last name is required.',
      username: 'Username is required.',
      password: 'Password is required.',
    });
    expect(errorsOf(newRow(mia))).toEqual({});
  });

  // spec: 5.4
  it.each(['firstName', 'lastName', 'username', 'password'] as const)('is wrong without %s', (name) => {
    expect(Object.keys(errorsOf(newRow({ ...mia, [name]: '' })))).toEqual([name]);
  });

  // spec: 5.3
  it('that is blank has nothing to save, and nothing wrong', () => {
    const blank = newRow({ firstName: '  ', lastName: '', username: '', password: '' });
    expect(isUnsaved(blank)).toBe(false);
    expect(hasErrors(validateRow(blank))).toBe(false);
  });
});

describe('an existing row', () => {
  // spec: 5.5
  it('needs its names, and keeps its password when none is typed', () => {
    const row = withTyped(existingRow(amara), 'lastName', ' ');
    expect(errorsOf(row)).toEqual({ lastName: 'Last name is required.' });
    expect(errorsOf(existingRow(amara))).toEqual({});
  });

  // spec: 5.3
  it('is saved only when something changed; blanks around a name are none', () => {
    expect(isUnsaved(existingRow(amara))).toBe(false);
    expect(isUnsaved(withTyped(existingRow(amara), 'firstName', 'Amara '))).toBe(false);
    expect(isUnsaved(withTyped(existingRow(amara), 'password', 'sunny'))).toBe(true);
  });
});

describe('a row', () => {
  it('needs a password of 4 to 128 characters, if any', () => {
    expect(errorsOf(withTyped(existingRow(amara), 'password', 'sun'))).toEqual({
      password: 'Password needs at least 4 characters.',
    });
    expect(errorsOf(newRow({ ...mia, password: 'x'.repeat(129) }))).toEqual({
      password: 'Password can have at most 128 characters.',
    });
  });

  it('takes names of up to 200 characters', () => {
    expect(errorsOf(newRow({ ...mia, username: 'x'.repeat(200) }))).toEqual({});
    expect(errorsOf(newRow({ ...mia, username: 'x'.repeat(201) }))).toEqual({
      username: 'Username can have at most 200 characters.',
    });
  });

  it('sends names without the blanks around them, and the password as it is', () => {
    expect(sentFields(newRow({ ...mia, firstName: ' Mia ', password: ' sun ' }))).toMatchObject({
      firstName: 'Mia',
      password: ' sun ',
    });
  });

  it('forgets what was wrong with a field when it changes', () => {
    const row = validateRow(newRow({ ...mia, username: '', password: '' }));
    expect(hasErrors(row)).toBe(true);
    const filled = withTyped(withTyped(row, 'username', 'm'), 'password', 's');
    expect(hasErrors(filled)).toBe(false);
  });
});

describe('the rows', () => {
  it('stand by last name; a class without students begins with one to fill in', () => {
    const zoe = { ...amara, id: 's2', firstName: 'Zoe', lastName: 'Abel' };
    expect(toRows([amara, zoe]).map((row) => row.studentId)).toEqual(['s2', 's1']);
    expect(toRows([])).toMatchObject([{ studentId: null }]);
  });
});
