import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';

import { parsePastedStudents, possibleHeadings } from './pasted-students';
import { FIELDS } from './student-rows';

const student = (firstName: string, lastName: string, username = '', password = '') => ({
  firstName,
  lastName,
  username,
  password,
});

const read = (text: string) => parsePastedStudents(text, 'firstName');
const refusedLines = (text: string) => read(text)?.unparsed.map(({ line, text: kept }) => [line, kept]);

describe('ordinary text', () => {
  it.each(['Amara', 'Amara\r\n', 'Amara Okafor', 'amara sunny42'])('such as %j is no list', (text) => {
    for (const { name } of FIELDS) expect(parsePastedStudents(text, name)).toBeNull();
  });

  it('in a last name, username or password may have commas', () => {
    expect(parsePastedStudents('King, Jr.', 'lastName')).toBeNull();
    expect(parsePastedStudents('a,b,c', 'password')).toBeNull();
    expect(parsePastedStudents('Amara\nDiego', 'password')).not.toBeNull();
  });
});

describe('a list with a heading', () => {
  // spec: 5.8
  it.each([
    [
      'as it stands',
      'First name\tLast Name\tUsername\tPassword\nAmara\tOkafor\tamara.o\tsunny\nEmma\tLi\temma.li\trainy',
    ],
    [
      'in another order',
      'Last Name\tFirst Name\tUsername\tPassword\r\nOkafor\tAmara\tamara.o\tsunny\r\nLi\tEmma\temma.li\trainy\r\n',
    ],
    [
      'in other words, with a column of something else',
      'PASSWORD,Grade,user name,last,FIRST\n\nsunny,5,amara.o,Okafor,Amara\nrainy,5,emma.li,Li,Emma',
    ],
  ])('%s becomes students', (_case, text) => {
    expect(read(text)).toMatchObject({
      students: [student('Amara', 'Okafor', 'amara.o', 'sunny'), student('Emma', 'Li', 'emma.li', 'rainy')],
      unparsed: [],
    });
  });

  it('refuses a line with fewer or more parts, in which a password could stand under Username', () => {
    const text = 'First name,Last name,Username,Password\nAmara,Okafor,sunny\nEmma,Li,emma.li,rainy';
    expect(read(text)?.students).toEqual([student('Emma', 'Li', 'emma.li', 'rainy')]);
    expect(read(text)?.unparsed).toEqual([
      {
        line: 2,
        text: 'Amara,Okafor,sunny',
        reason: 'It has 3 parts, but the first line names 4.',
      },
    ]);
    expect(read(text)?.heading).toBe('First name,Last name,Username,Password');
  });
});

describe('a heading in Spanish', () => {
  it.each([
    'Nombre,Apellido,Usuario,Contraseña',
    'NOMBRES,Apellidos,usuario,contrasena',
    'nombre,apellidos,Usuario,Clave',
  ])('such as %s is known in every language', (heading) => {
    expect(read(`${heading}\nJosé,Núñez,jose.n,sol`)?.students).toEqual([
      student('José', 'Núñez', 'jose.n', 'sol'),
    ]);
  });
});

describe('a list without a heading', () => {
  it('of first and last names becomes students', () => {
    expect(read("Amara Okafor\nJean-Luc O'Neill\nمحمد الأحمد\n")?.students).toEqual([
      student('Amara', 'Okafor'),
      student('Jean-Luc', "O'Neill"),
      student('محمد', 'الأحمد'),
    ]);
  });

  it.each([
    'Okafor, Amara',
    'Amara, sunny42',
    'Amara\tOkafor',
    'Okafor\tAmara\tsunny42',
    'Amara\tOkafor\tamara.o\tsunny42',
    '1. Amara Okafor',
    '1 Amara',
    'Amara sunny42',
    'amara sunshine',
    'Mary Ann Smith',
    'Amara Okafor amara.o sunny42',
    'Cher',
    '"Okafor, Amara"',
    'Amara;Okafor',
    'amara@school.test Amara',
  ])('puts nothing of the line %j into a field, and keeps it', (line) => {
    const text = `${line}\n\nEmma Li`;
    expect(refusedLines(text)).toContainEqual([1, line]);
    expect(read(text)?.students.filter(({ firstName }) => firstName !== 'Emma')).toEqual([]);
  });

  it('that is a single line is refused, too', () => {
    expect(refusedLines('Okafor, Amara')).toEqual([[1, 'Okafor, Amara']]);
    expect(refusedLines('Amara\tOkafor\tsunny42')).toEqual([[1, 'Amara\tOkafor\tsunny42']]);
  });
});

describe('the headings to choose from', () => {
  it('are the orders that lines of so many parts may have', () => {
    expect(possibleHeadings('Okafor, Amara\nLi, Emma')).toEqual([
      'First name, Last name',
      'Last name, First name',
    ]);
    expect(possibleHeadings('Amara\tOkafor\tsunny')).toContain('First name\tLast name\tPassword');
  });

  it.each(['Amara', 'Okafor, Amara\nLi', 'First name, Last name\nAmara', 'a,b,c,d,e'])(
    'are none for %j',
    (text) => {
      expect(possibleHeadings(text)).toEqual([]);
    },
  );
});

describe('a list whose parts are separated by semicolons', () => {
  const reasons = (text: string) => read(text)?.unparsed.map(({ reason }) => reason);

  it('becomes students under a heading', () => {
    expect(read('First name;Last name;Username\nAmara; Okafor ;amara.o')).toMatchObject({
      students: [student('Amara', 'Okafor', 'amara.o')],
      unparsed: [],
    });
  });

  it('is refused without a heading, and not for having one word', () => {
    expect(reasons('Amara;Okafor;secret')).toEqual([
      "It isn't clear which part is the first name, the last name, the username or the password.",
    ]);
    expect(read('Amara;Okafor;secret')?.students).toEqual([]);
  });

  it('offers the headings that it may have', () => {
    expect(possibleHeadings('Amara;Okafor;secret')[1]).toBe('First name; Last name; Password');
    const [, heading] = possibleHeadings('Amara;Okafor;secret');
    expect(read(`${heading}\nAmara;Okafor;secret`)?.students).toEqual([
      student('Amara', 'Okafor', '', 'secret'),
    ]);
  });

  it('is ordinary text where no name is typed, as a password may have them', () => {
    expect(parsePastedStudents('a;b;c', 'password')).toBeNull();
  });

  it.each([',', ';'])('is told from commas by its heading: %s', (separator) => {
    const row = (...cells: string[]) => cells.join(separator);
    const text = `${row('First name', 'Last name', 'Password')}\n${row('Amara', 'Okafor', separator === ',' ? 'a;b' : 'a,b')}`;
    expect(read(text)?.students).toMatchObject([{ firstName: 'Amara', lastName: 'Okafor' }]);
  });

  it('is refused where commas stand in it too, as either may separate', () => {
    expect(reasons('Amara;Okafor;sec,ret')).toEqual([
      'There are both commas and semicolons in it. Put only one of them between the parts.',
    ]);
    expect(possibleHeadings('Amara;Okafor;sec,ret')).toEqual([]);
  });
});

describe('in another language', () => {
  afterEach(() => {
    i18n.activate('en');
  });

  it('headings may be the labels of the fields, or English', () => {
    const labels = ['Nombre', 'Apellido', 'Usuario', 'Contraseña'];
    const messages = Object.fromEntries(FIELDS.map(({ label }, at) => [label.id, labels[at] ?? '']));
    i18n.loadAndActivate({ locale: 'es', messages });
    const [heading] = possibleHeadings('Amara,Okafor,amara.o,sunny');
    expect(heading).toBe('Nombre, Apellido, Usuario, Contraseña');
    for (const first of [
      heading,
      'nombre,APELLIDO,usuario,contraseña',
      'First name,Last name,Username,Password',
    ]) {
      expect(read(`${first}\nAmara,Okafor,amara.o,sunny`)?.students).toEqual([
        student('Amara', 'Okafor', 'amara.o', 'sunny'),
      ]);
    }
  });
});
