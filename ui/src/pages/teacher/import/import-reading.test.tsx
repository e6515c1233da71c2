import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ColumnUse, RosterPreview, RosterPreviewRow } from '@/api/types';
import { type Handlers, json, errorResponse } from '@/testing/fake-server';

import { emma, form, IMPORT, imported, paste, press, PREVIEW, previewOf, show } from './import-test-utils';

const column = (index: number, heading: string | null, use: ColumnUse, samples: string[] = []) => ({
  index,
  heading,
  use,
  samples,
});

/** Pastes a list that the server reads as this preview. */
const pastePreview = (preview: Partial<RosterPreview>) =>
  paste([], { [PREVIEW]: () => json({ ...previewOf({}), ...preview }) });

/** Opens the page and drops a file, of whose letters the server isn't sure. */
async function dropDoubtfulFile(rows: Partial<RosterPreviewRow>[], handlers: Handlers = {}) {
  const shown = show({
    [PREVIEW]: (call) => {
      const encoding = (call.body.get('encoding') as string | null) ?? 'cp1252';
      return json({ ...previewOf(...rows), encoding, encodingUncertain: encoding === 'cp1252' });
    },
    ...handlers,
  });
  fireEvent.drop(await screen.findByText('Drop your class list here'), {
    dataTransfer: { files: [new File(['x'], 'grade5.csv')], types: ['Files'] },
  });
  await screen.findByText(/^Step 2/);
  return shown;
}

const question = () => screen.queryByRole('heading', { name: 'Do the names look right?' });
const encodings = () => screen.getByLabelText('Letters are read as');

describe('the letters of a file', () => {
  // spec: 5.15
  it('are asked about before anybody is added, with five names whose letters may be wrong', async () => {
    const names = ['Zo‘', 'Ren‘e', 'Sof’a', 'Jos‘', 'AndrŽs', 'Chlo‘'];
    const rows = names.map((firstName, index) => ({ ...emma, firstName, username: `user${index}` }));
    const { sent, user } = await dropDoubtfulFile([{}, ...rows], { [IMPORT]: () => json(imported, 201) });
    expect(question()).toBeVisible();
    const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(shown.filter((text) => text.endsWith(' Li'))).toEqual(
      names.slice(0, 5).map((name) => `${name} Li`),
    );
    expect(shown).not.toContain('Amara Okafor');
    expect(screen.getByText('First answer whether the names look right.', { exact: false })).toBeVisible();
    await press('Add 7 Students');
    expect(question()).toHaveFocus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(sent(IMPORT)).toEqual([]);
    await press('Yes, They Do');
    expect(question()).toBeNull();
    expect(document.body).not.toHaveFocus();
    await press('Add 7 Students');
    await screen.findByText('1 student added');
  });

  // spec: 5.15
  it('are read otherwise at once, and asked about until the teacher says that they are right', async () => {
    const { sent, user } = await dropDoubtfulFile([{ ...emma, firstName: 'Zo‘' }]);
    await user.selectOptions(encodings(), 'Western (Mac)');
    await waitFor(() => {
      expect(sent(PREVIEW).map((call) => form(call).get('encoding'))).toEqual([null, 'mac-roman']);
    });
    expect(await screen.findByText(/letters: Western \(Mac\)/)).toBeVisible();
    expect(question()).toBeVisible();
    await press('Yes, They Do');
    await press('Change How It Is Read');
    await user.selectOptions(screen.getByLabelText('“Birth date” is used as'), 'Student ID');
    await waitFor(() => {
      expect(sent(PREVIEW)).toHaveLength(3);
    });
    expect(form(sent(PREVIEW)[2]).get('encoding')).toBe('mac-roman');
    expect(question()).toBeNull();
    await user.selectOptions(encodings(), 'Turkish');
    await waitFor(() => {
      expect(question()).toBeVisible();
    });
  });

  it('of a pasted text are known', async () => {
    await pastePreview({ encodingUncertain: true });
    expect(question()).toBeNull();
    await press('Change How It Is Read');
    expect(screen.queryByLabelText('Letters are read as')).toBeNull();
  });
});

describe('how a list is read', () => {
  it('keeps the settings with which it was read when another one is refused', async () => {
    const { sent, user } = await dropDoubtfulFile([{}], {
      [PREVIEW]: (call) =>
        call.body.get('encoding') === null
          ? json(previewOf({}))
          : errorResponse(422, 'Line 3 has other letters.'),
    });
    await press('Change How It Is Read');
    await user.selectOptions(encodings(), 'Korean');
    expect(await screen.findByRole('alert')).toHaveTextContent('Line 3 has other letters.');
    await user.selectOptions(screen.getByLabelText('Columns are split at'), 'Tab');
    await waitFor(() => {
      expect(sent(PREVIEW)).toHaveLength(3);
    });
    expect(form(sent(PREVIEW)[2]).get('encoding')).toBeNull();
  });

  // spec: 5.15
  it('may be one name per line, which can be chosen and changed', async () => {
    const { sent, user } = await pastePreview({ separator: null });
    expect(screen.getByText('1 row, one name per line')).toBeVisible();
    await press('Change How It Is Read');
    const separators = screen.getByLabelText('Columns are split at');
    expect(separators).toHaveDisplayValue('Nowhere: one name per line');
    await user.selectOptions(separators, 'Tab');
    await user.selectOptions(separators, 'Nowhere: one name per line');
    await waitFor(() => {
      expect(sent(PREVIEW).map((call) => form(call).get('separator'))).toEqual([null, '\t', 'none']);
    });
  });

  // spec: 5.15
  it('shows the first texts of each column, by which one without a heading is known', async () => {
    await pastePreview({
      columns: [column(0, null, 'name', ['Emma Li']), column(1, null, 'unused', ['5A', '5B'])],
    });
    await press('Change How It Is Read');
    expect(screen.getByLabelText('“Column 2” is used as')).toHaveAccessibleDescription('5A, 5B');
  });

  // spec: 5.15
  it.each([
    ['Usernames are made from the names.', [], 'Name'],
    ['Usernames are from “Login”.', [column(1, 'Login', 'username'), column(2, 'Mail', 'email')], 'Login'],
    ['Usernames are the part of “Email” before the @.', [column(1, 'Email', 'email')], 'Email'],
    [
      'Usernames are from “Student ID”: the list has no column of usernames.',
      [column(1, 'Student ID', 'idAndUsername')],
      'Student ID',
    ],
  ] as const)(
    'says where the usernames come from, and leads to the choice: %s',
    async (text, others, heading) => {
      await pastePreview({ columns: [column(0, 'Name', 'name'), ...others] });
      expect(screen.getByText(text, { exact: false })).toBeVisible();
      await press('Change this');
      expect(screen.getByLabelText(`“${heading}” is used as`)).toHaveFocus();
    },
  );

  it('names what stands above the column names, and hidden sheets', async () => {
    const sections = [
      { id: '1', name: 'Room 12', students: 20, hidden: false },
      { id: '2', name: 'Last year', students: 18, hidden: true },
    ];
    await pastePreview({ format: 'workbook', above: ['Oakdale', 'Room 12'], sections, section: '1' });
    expect(screen.getByText(/^Not read, above the column names/)).toHaveTextContent(/: Oakdale, Room 12$/);
    await press('Change How It Is Read');
    expect(screen.getByRole('option', { name: 'Last year (hidden)' })).toBeVisible();
  });
});
