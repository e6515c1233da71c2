import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { RosterPreviewRow } from '@/api/types';
import { json } from '@/testing/fake-server';

import { asked, bodyOf, emma, IMPORT, imported, paste, press, tabs } from './import-test-utils';

const elsewhere: Partial<RosterPreviewRow> = {
  ...emma,
  status: 'question',
  reasons: [
    {
      code: 'in_other_class',
      params: { studentId: 's7', username: 'emma', className: 'Science Club', balance: 80 },
    },
  ],
};
const noLastName: Partial<RosterPreviewRow> = {
  ...emma,
  lastName: '',
  status: 'question',
  reasons: [{ code: 'last_name_missing', params: {} }],
};

const row = (name: RegExp) => screen.getByRole('row', { name });

describe('checking the rows', () => {
  // spec: 5.15
  it('counts them by what happens, those to ask and refused first; only ready ones are added', async () => {
    const same = { ...emma, status: 'same', studentId: 's1', password: null } as const;
    const { sent } = await paste([{}, same, noLastName, { ...asked, username: 'amara.x' }], {
      [IMPORT]: () => json(imported, 201),
    });
    expect(tabs()).toEqual(['All 4', 'Ready 1', 'To ask 1', 'Skipped 1', 'Refused 1']);
    const lines = within(screen.getByRole('table')).getAllByRole('row');
    expect(lines.map(({ textContent }) => /^\d/.exec(textContent)?.[0]).filter(Boolean)).toEqual([
      '3',
      '4',
      '1',
      '2',
    ]);
    expect(row(/Already in this class as @emma\.l\. Nothing changes\./)).toHaveTextContent('Skipped');
    expect(screen.getByText('They aren’t added until they have one.', { exact: false })).toHaveTextContent(
      '1 is ready. 2 rows need an answer. They aren’t added until they have one.',
    );
    await press('Add 1 Student');
    await screen.findByText('1 student added');
    expect(bodyOf(sent(IMPORT)[0]).rows).toEqual([
      { firstName: 'Amara', lastName: 'Okafor', username: 'amara.o', password: 'maple.otter' },
    ]);
  });

  // spec: 5.15
  it('asks where it must: the same child, one of another class, another name', async () => {
    const diego = { firstName: 'Diego', lastName: 'Ramírez', username: 'diego.r', password: null };
    const renamed: Partial<RosterPreviewRow> = {
      ...diego,
      studentId: 's3',
      status: 'changed',
      reasons: [{ code: 'renamed', params: { before: 'Diego Ramires' } }],
    };
    const { sent } = await paste([asked, elsewhere, renamed], { [IMPORT]: () => json(imported, 201) });
    expect(screen.getByRole('button', { name: 'Add 0 Students' })).toBeDisabled();
    expect(screen.getByText('@amara.ok is in this class already. The same child?')).toBeVisible();
    await press('No, Add Another Amara');
    expect(screen.getByText('In your Science Club too, with 80 GoalBucks.')).toBeVisible();
    await press('Move Here');
    expect(screen.getByText('In this class the name is Diego Ramires. Change it?')).toBeVisible();
    await press('Yes, Change It');
    await press('Add 2 Students');
    await screen.findByText(/students? added$/);
    expect(bodyOf(sent(IMPORT)[0]).rows).toEqual([
      { firstName: 'Amara', lastName: 'Okafor', username: 'amara.o', password: 'maple.otter' },
      { firstName: 'Emma', lastName: 'Li', username: 'emma.l', moveStudentId: 's7' },
      { firstName: 'Diego', lastName: 'Ramírez', username: 'diego.r', studentId: 's3' },
    ]);
  });

  // spec: 5.15
  it('gives students who keep their names the identifier of the list, by which the next one finds them', async () => {
    const unidentified = { studentId: 's9', firstName: 'amara', lastName: 'Okafor', username: 'amara.ok' };
    const renamed: Partial<RosterPreviewRow> = {
      ...emma,
      lastName: 'Lee',
      password: null,
      externalId: '418',
      studentId: 's3',
      status: 'changed',
      reasons: [
        { code: 'renamed', params: { before: 'Emma Li' } },
        { code: 'identifier_added', params: {} },
      ],
      unidentified: { studentId: 's3', firstName: 'Emma', lastName: 'Li', username: 'emma.l' },
    };
    const { sent } = await paste([{ ...asked, externalId: '417', unidentified }, renamed], {
      [IMPORT]: () => json(imported, 201),
    });
    await press('Yes, the Same Child');
    await press('No, Leave It');
    expect(screen.getAllByText('Gets the student ID of the list.')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Edit row/ })).toBeNull();
    await press('Change 2 Students');
    await screen.findByText(/^Step 3/);
    expect(bodyOf(sent(IMPORT)[0]).rows).toEqual([
      { ...unidentified, externalId: '417' },
      { ...renamed.unidentified, externalId: '418' },
    ]);
  });

  it('takes an answer back, and adds a skipped row all the same', async () => {
    const reasons = [{ code: 'same_as_row', params: { line: 1 } }];
    const { user } = await paste([asked, { ...emma, status: 'skipped', reasons }]);
    await press('Yes, Skip This Row');
    const undo = screen.getByRole('button', { name: 'Take back the answer of row 1' });
    expect(undo).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Add row 2 all the same' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Edit row 2' })).toHaveFocus();
    await user.click(undo);
    expect(tabs()).toEqual(['All 2', 'Ready 1', 'To ask 1', 'Skipped 0', 'Refused 0']);
  });

  it('corrects a row in place: right at once it is ready; Enter closes it', async () => {
    const { user } = await paste([{}, noLastName]);
    await user.click(screen.getByRole('tab', { name: /^Refused/ }));
    const field = screen.getByLabelText('Last name');
    expect(field).toHaveAccessibleDescription('Row 2 has no last name. Type it, or skip the row.');
    await user.type(field, 'Li');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Add 2 Students' })).toBeEnabled();
    expect(field).toBeVisible();
    await user.type(field, '{Enter}');
    expect(screen.queryByLabelText('Last name')).toBeNull();
    expect(screen.getByRole('tab', { name: /^Refused/ })).toHaveFocus();
  });

  it('edits a ready row; Escape takes back what was typed, and two usernames can’t be the same', async () => {
    const { user } = await paste([{}, emma]);
    await press('Edit row 2');
    expect(screen.getByLabelText('First name')).toHaveFocus();
    const username = screen.getByLabelText('Username');
    await user.clear(username);
    await user.type(username, 'AMARA.O');
    await user.tab();
    expect(username).toHaveAccessibleDescription('Row 1 has this username too.');
    expect(screen.getByRole('button', { name: 'Add 1 Student' })).toBeEnabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Edit row 2' })).toHaveFocus();
    expect(row(/Emma Li/)).toHaveTextContent('emma.l');
    expect(screen.getByRole('button', { name: 'Add 2 Students' })).toBeEnabled();
  });

  it('splits a whole name the other way with one click', async () => {
    const reasons = [{ code: 'name_split', params: { firstName: 'Mary', lastName: 'Ann Smith' } }];
    const { sent } = await paste([{ firstName: 'Mary Ann', lastName: 'Smith', reasons }], {
      [IMPORT]: () => json(imported, 201),
    });
    await press('Or first name Mary, last name Ann Smith?');
    expect(screen.getByRole('button', { name: 'Edit row 1' })).toHaveFocus();
    await press('Add 1 Student');
    await screen.findByText('1 student added');
    expect(bodyOf(sent(IMPORT)[0]).rows[0]).toMatchObject({ firstName: 'Mary', lastName: 'Ann Smith' });
  });

  it('doesn’t say that nothing is added yet while that is unknown', async () => {
    await paste([{}], { [IMPORT]: () => new Response('', { status: 502 }) });
    expect(screen.getByText('Step 2 of 3: check the list. Nothing is added yet.')).toBeVisible();
    await press('Add 1 Student');
    expect(await screen.findByText(/nobody knows yet whether the students were added/)).toBeVisible();
    expect(screen.getByText('Step 2 of 3: check the list.')).toBeVisible();
  });

  // spec: 5.15
  it('shows the student ID of the list below the username, also before an answer', async () => {
    await paste([
      { externalId: '417' },
      { ...asked, externalId: '418' },
      { ...emma, status: 'same', studentId: 's1', password: null, externalId: '419' },
    ]);
    expect(row(/Ready/)).toHaveTextContent(/amara\.o.*Student ID 417/);
    expect(row(/To ask/)).toHaveTextContent('Student ID 418');
    expect(screen.queryByText(/419/)).toBeNull();
  });

  it('refuses the second row with a student ID, which can be corrected', async () => {
    const { user } = await paste([{ externalId: '417' }, { ...emma, externalId: '417' }]);
    expect(tabs()).toEqual(['All 2', 'Ready 1', 'To ask 0', 'Skipped 0', 'Refused 1']);
    const field = screen.getByLabelText('Student ID');
    expect(field).toHaveAccessibleDescription('Row 1 has this student ID too.');
    await user.type(field, '2{Enter}');
    expect(screen.getByRole('button', { name: 'Add 2 Students' })).toBeEnabled();
  });

  // spec: 5.15
  it('lets the teacher correct a name whose letters look wrong, which is an answer', async () => {
    const reasons = [{ code: 'letters_unlikely', params: {} }];
    const { sent, user } = await paste([{ firstName: 'Zo‘', status: 'question', reasons }], {
      [IMPORT]: () => json(imported, 201),
    });
    expect(screen.getByText('Do the letters of this name look right?')).toBeVisible();
    await press('Correct the Name');
    const field = screen.getByLabelText('First name');
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'Zoë{Enter}');
    await press('Add 1 Student');
    await screen.findByText('1 student added');
    expect(bodyOf(sent(IMPORT)[0]).rows[0]).toMatchObject({ firstName: 'Zoë' });
  });

  it.each([
    ['not_a_name', 'This doesn’t look like a name. Add this student?'],
    ['name_twice', 'Row 7 has this name too. Another child?'],
  ])('asks about %s', async (code, text) => {
    await paste([{ status: 'question', reasons: [{ code, params: { line: 7 } }] }]);
    expect(screen.getByText(text)).toBeVisible();
    await press('Add This Student');
    expect(tabs()).toEqual(['All 1', 'Ready 1', 'To ask 0', 'Skipped 0', 'Refused 0']);
  });

  it.each([
    ['above_headings', 'It stands above the column names.'],
    ['repeated_headings', 'These are the column names again.'],
    ['hidden_row', 'This row is hidden in the spreadsheet.'],
    ['test_student', 'This is a test student.'],
    ['listed_as', 'The list says “Suspended”.'],
    ['marked_deleted', 'Marked as deleted in the export.'],
  ])('says why a row is skipped: %s', async (code, text) => {
    await paste([{ status: 'skipped', reasons: [{ code, params: { text: 'Suspended' } }] }]);
    expect(row(/Skipped/)).toHaveTextContent(text);
    await press('Add row 1 all the same');
    expect(screen.getByRole('button', { name: 'Add 1 Student' })).toBeEnabled();
  });

  it('says that a list with nobody new and lines around the students has nobody new', async () => {
    const same = { status: 'same', studentId: 's1', password: null } as const;
    await paste([same, { status: 'skipped', reasons: [{ code: 'repeated_headings', params: {} }] }]);
    expect(screen.getByText('Nobody new in this list')).toBeVisible();
  });

  // spec: 5.15
  it('of a list with nobody new says so', async () => {
    const { user } = await paste([{ status: 'same', studentId: 's1', password: null }]);
    expect(screen.getByText('Nobody new in this list')).toBeVisible();
    expect(screen.getByText('The student is in Room 12 already.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose Another List' }));
    expect(await screen.findByText('Drop your class list here')).toBeVisible();
  });
});
