import { describe, expect, it } from 'vitest';

import type { NearbyServer } from '@/api/types';

import { validNearbyServers } from './valid-nearby-servers';

const server = (url: string, teacher: string | null = 'Ben Osei', classes = ['Art']): NearbyServer => ({
  teacher,
  classes,
  url,
});

describe('valid nearby servers', () => {
  it('are deduplicated and sorted by teacher', () => {
    const found = validNearbyServers([
      server('http://10.0.0.3:8080', 'Zoe Ali'),
      server('http://10.0.0.2:8080', 'Ben Osei'),
      server('http://10.0.0.2:8080', 'Ben Osei'),
    ]);
    expect(found.map(({ teacher }) => teacher)).toEqual(['Ben Osei', 'Zoe Ali']);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,hello',
    'https://10.0.0.2',
    '//10.0.0.2',
    '/student',
    'http://',
    'http://10.0.0.2:99999',
    'http://goalbucks.test@10.0.0.2',
    'http://:secret@10.0.0.2',
    '',
  ])('are not shown with the address %j', (url) => {
    expect(validNearbyServers([server(url)])).toEqual([]);
  });

  it('are not shown without a name', () => {
    expect(
      validNearbyServers([server('http://10.0.0.2', null, []), server('http://10.0.0.3', ' ', [' '])]),
    ).toEqual([]);
  });

  it('are bounded, in number and in the length of their names', () => {
    const many = Array.from({ length: 1000 }, (_, number) =>
      server(`http://10.0.0.2:${number + 1}`, 'x'.repeat(5000)),
    );
    const found = validNearbyServers(many);
    expect(found.length).toBeLessThan(50);
    expect(found[0]?.teacher).toHaveLength(200);
  });
});
