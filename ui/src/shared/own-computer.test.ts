import { describe, expect, it } from 'vitest';

import { isOwnComputer } from './own-computer';

describe('the class computer itself', () => {
  it.each(['localhost', '127.0.0.1', '127.0.1.1', '127.1.2.3', '[::1]'])('is %s', (host) => {
    expect(isOwnComputer(host)).toBe(true);
  });

  it.each(['192.168.1.20', 'goalbucks-rivera.local', '127.example.org', 'localhost.example.org'])(
    'is not %s',
    (host) => {
      expect(isOwnComputer(host)).toBe(false);
    },
  );
});
