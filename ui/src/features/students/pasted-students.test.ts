import { describe, expect, it } from 'vitest';

import { pastedStudents } from './pasted-students';

const student = (firstName: string, lastName: string, username = '', password = '') => ({
  firstName,
  lastName,
  username,
  password,
});

describe('pasted text', () => {
  it.each(['Amara', 'Amara\r\n', 'Okafor, Amara'])('of one line, such as %j, is ordinary text', (text) => {
    expect(pastedStudents(text)).toBeNull();
  });

  it.each([
    ['spreadsheet rows', 'Amara\tOkafor\tamara.o\tsunny\r\nEmma\tLi\temma.li\trainy\r\n'],
    ['commas', 'Amara, Okafor, amara.o, sunny\n\nEmma,Li,emma.li,rainy'],
    [
      'a heading',
      'First name\tLast Name\tUsername\tPassword\nAmara\tOkafor\tamara.o\tsunny\nEmma\tLi\temma.li\trainy',
    ],
    [
      'a heading in another order',
      'Last Name\tFirst Name\tUsername\tPassword\nOkafor\tAmara\tamara.o\tsunny\nLi\tEmma\temma.li\trainy',
    ],
    [
      'a heading in other words, with a column of something else',
      'PASSWORD,Grade,user name,last,FIRST\nsunny,5,amara.o,Okafor,Amara\nrainy,5,emma.li,Li,Emma',
    ],
  ])('as %s becomes students', (_case, text) => {
    expect(pastedStudents(text)).toEqual([
      student('Amara', 'Okafor', 'amara.o', 'sunny'),
      student('Emma', 'Li', 'emma.li', 'rainy'),
    ]);
  });

  it('of a single spreadsheet row becomes one student', () => {
    expect(pastedStudents('Amara\tOkafor')).toEqual([student('Amara', 'Okafor')]);
  });

  it('without some columns leaves those empty', () => {
    expect(pastedStudents('Last\tFirst\nOkafor\tAmara\nLi')).toEqual([
      student('Amara', 'Okafor'),
      student('', 'Li'),
    ]);
  });

  it('of whole names is split after the first word', () => {
    expect(pastedStudents('Amara Okafor\nMaximiliano Hernández de la Cruz\nCher')).toEqual([
      student('Amara', 'Okafor'),
      student('Maximiliano', 'Hernández de la Cruz'),
      student('Cher', ''),
    ]);
  });
});
