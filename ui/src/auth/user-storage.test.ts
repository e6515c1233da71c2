import { beforeEach, describe, expect, it } from 'vitest';

import { userStorage } from './user-storage';

const amaras = userStorage.of('s1');
const diegos = userStorage.of('s2');

beforeEach(() => {
  userStorage.claim('s1');
  amaras.write('proof', { text: 'I read it' });
});

describe('the storage of one user', () => {
  it('is read by that user alone', () => {
    expect(amaras.read('proof')).toEqual({ text: 'I read it' });
    expect(amaras.has('proof')).toBe(true);
    expect(diegos.read('proof')).toBeNull();
    expect(diegos.has('proof')).toBe(false);
  });

  it('is emptied when another user signs in, and written no more by the first', () => {
    userStorage.claim('s2');
    expect(JSON.stringify(sessionStorage)).not.toContain('I read it');
    amaras.write('proof', { text: 'I read it twice' });
    expect(diegos.read('proof')).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain('I read it');
  });

  it('keeps what another user tries to remove', () => {
    diegos.remove('proof');
    expect(amaras.has('proof')).toBe(true);
  });

  it('is written by nobody after Logout', () => {
    userStorage.clear();
    amaras.write('proof', { text: 'I read it' });
    expect(sessionStorage).toHaveLength(0);
  });
});
