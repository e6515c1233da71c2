import { expect, it } from 'vitest';

import { firstNames } from './first-names';

const person = (id: string, firstName: string, lastName: string) => ({ id, firstName, lastName });

it('first names are sorted; duplicates get an initial of the last name', () => {
  const people = [
    person('1', 'Emma', 'Li'),
    person('2', 'amara', 'Ångström'),
    person('3', 'Amara', 'Okafor'),
    person('4', 'محمد', 'الأحمد'),
    person('5', 'Amara', '𝒪konjo'),
  ];
  expect(firstNames(people)).toEqual([
    { id: '2', firstName: 'amara', initial: 'Å.' },
    { id: '3', firstName: 'Amara', initial: 'O.' },
    { id: '5', firstName: 'Amara', initial: '𝒪.' },
    { id: '1', firstName: 'Emma' },
    { id: '4', firstName: 'محمد' },
  ]);
});
