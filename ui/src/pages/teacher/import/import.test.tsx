import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { pastedList } from '@/features/roster/pasted-list';
import { json, errorResponse } from '@/testing/fake-server';
import { buildRosterRow } from '@/testing/server-builders';

import {
  asked,
  bodyOf,
  emma,
  form,
  IMPORT,
  imported,
  paste,
  press,
  PREVIEW,
  previewOf,
  show,
  tabs,
} from './import-test-utils';

describe('choosing a list', () => {
  // spec: 5.15
  it('sends a dropped file, which can be dropped anywhere, and shows how it was read', async () => {
    const { sent } = show({ [PREVIEW]: () => json(previewOf({}, emma)) });
    await screen.findByText('Drop your class list here');
    const file = new File(['Amara,Okafor'], 'grade5.csv');
    const data = { dataTransfer: { files: [file], types: ['Files'] } };
    fireEvent.dragOver(document.body, data);
    expect(screen.getByText('Let go to read this list')).toBeVisible();
    fireEvent.drop(document.body, data);
    expect(await screen.findByText('grade5.csv')).toBeVisible();
    expect(screen.getByText('2 rows, split at: Comma ( , )')).toBeVisible();
    expect(screen.getByText('Birth date')).toBeVisible();
    expect(form(sent(PREVIEW)[0]).getAll('files')).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1 }).firstChild).toHaveFocus();
  });

  // spec: 5.15
  it('says why a file is refused, and lets the teacher choose another one', async () => {
    const sentence = "This file isn't a list of students.";
    const { user } = show({ [PREVIEW]: () => errorResponse(422, sentence, { code: 'list_not_readable' }) });
    await screen.findByText('Drop your class list here');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input ?? document.createElement('input'), new File(['x'], 'photo.png'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`“photo.png”: ${sentence}`);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose a File' })).toBeEnabled();
  });

  it('refuses too many and too large files before they are sent', async () => {
    const { user, sent } = show();
    await screen.findByText('Drop your class list here');
    const input =
      document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
    await user.upload(
      input,
      Array.from({ length: 11 }, (_, index) => new File(['x'], `${index}.csv`)),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('These are more than 10 files.');
    await user.upload(input, new File(['x'.repeat(5 * 1024 * 1024 + 1)], 'huge.csv'));
    expect(screen.getByRole('alert')).toHaveTextContent('This list is larger than 5 MB.');
    expect(sent(PREVIEW)).toEqual([]);
  });

  it('keeps what was pasted when the class computer is away, and reads it again', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    const { user, sent } = show({ [PREVIEW]: () => answers.shift()?.() ?? json(previewOf({})) });
    await user.click(await screen.findByLabelText('Rows'));
    await user.paste('Amara Okafor');
    await press('Read the Rows');
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach the class computer.");
    expect(screen.getByLabelText('Rows')).toHaveValue('Amara Okafor');
    await press('Try Again');
    expect(await screen.findByText('Pasted rows')).toBeVisible();
    expect(sent(PREVIEW).map((call) => form(call).get('text'))).toEqual(['Amara Okafor', 'Amara Okafor']);
  });

  // spec: 5.8
  it('reads a list at once that was pasted into Manage Students', async () => {
    pastedList.set('Amara Okafor\nEmma Li');
    const { sent } = show({ [PREVIEW]: () => json(previewOf({}, emma)) });
    expect(await screen.findByRole('button', { name: 'Add 2 Students' })).toBeEnabled();
    expect(form(sent(PREVIEW)[0]).get('text')).toBe('Amara Okafor\nEmma Li');
    expect(pastedList.get()).toBeNull();
  });
});

describe('how a list is read', () => {
  it('can be changed: the separator, and the use of a column, which only one column has', async () => {
    const { user, sent } = await paste([{}]);
    await press('Change How It Is Read');
    await user.selectOptions(screen.getByLabelText('“Birth date” is used as'), 'Last name');
    await waitFor(() => {
      expect(sent(PREVIEW)).toHaveLength(2);
    });
    expect(form(sent(PREVIEW)[1]).get('columns')).toBe(
      JSON.stringify([
        { index: 0, use: 'firstName' },
        { index: 1, use: 'unused' },
        { index: 2, use: 'lastName' },
      ]),
    );
    await user.selectOptions(screen.getByLabelText('Columns are split at'), 'Semicolon ( ; )');
    await waitFor(() => {
      expect(sent(PREVIEW)).toHaveLength(3);
    });
    expect(form(sent(PREVIEW)[2]).get('separator')).toBe(';');
    expect(form(sent(PREVIEW)[2]).get('columns')).toBeNull();
  });

  it('keeps the answers of rows whose text is the same', async () => {
    const { user } = await paste([asked]);
    await press('Yes, Skip This Row');
    await press('Change How It Is Read');
    await user.selectOptions(screen.getByLabelText('Columns are split at'), 'Semicolon ( ; )');
    await waitFor(() => {
      expect(tabs()).toEqual(['All 1', 'Ready 0', 'To ask 0', 'Skipped 1', 'Refused 0']);
    });
  });

  it('begins with the choice of a class, where an export has several', async () => {
    const sections = [
      { id: 'k1', name: 'Homeroom 5', students: 3, hidden: false },
      { id: 'k2', name: 'Science', students: 1, hidden: false },
    ];
    const whole = { ...previewOf(), format: 'oneroster-1.1', separator: null, sections } as const;
    const { sent } = show({
      [PREVIEW]: (call) =>
        json(
          call.body.get('section') === 'k1' ? { ...whole, section: 'k1', rows: [buildRosterRow()] } : whole,
        ),
    });
    fireEvent.drop(await screen.findByText('Drop your class list here'), {
      dataTransfer: { files: [new File(['x'], 'roster.zip')], types: ['Files'] },
    });
    await press('Homeroom 5 3 students');
    expect(await screen.findByRole('button', { name: 'Add 1 Student' })).toBeEnabled();
    expect(sent(PREVIEW)).toHaveLength(2);
    expect(sent(IMPORT)).toEqual([]);
  });
});

describe('adding', () => {
  // spec: 5.15
  it('after a lost response is tried again with the same key, so that nobody is added twice', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    const { user, sent } = await paste([{}], { [IMPORT]: () => answers.shift()?.() ?? json(imported, 201) });
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your list and your answers are still here.');
    await press('Try Again');
    await screen.findByText('1 student added');
    const [first, second] = sent(IMPORT);
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  it('once only, however often it is pressed; says what happens meanwhile', async () => {
    let respond: () => void = () => undefined;
    const { user, sent } = await paste([{}, emma], {
      [IMPORT]: () =>
        new Promise((resolve) => {
          respond = () => {
            resolve(json(imported, 201));
          };
        }),
    });
    await user.dblClick(screen.getByRole('button', { name: 'Add 2 Students' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByText(/^Step 2 of 3: adding/)).toBeVisible();
    expect(screen.getByText('Please don’t close GoalBucks now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    respond();
    await screen.findByText(/students? added$/);
    expect(sent(IMPORT)).toHaveLength(1);
  });

  // spec: 5.15
  it('a row that no longer fits the class turns refused, and the others stay ready', async () => {
    const sentence = 'Another student in this class already has this username.';
    const conflict = () =>
      errorResponse(409, `Nothing was imported, because of Emma Li: ${sentence}`, {
        code: 'roster_conflict',
        fields: { 'rows.1.username': sentence },
      });
    const answers = [conflict];
    const { user, sent } = await paste([{}, emma], {
      [IMPORT]: () => answers.shift()?.() ?? json(imported, 201),
    });
    await press('Add 2 Students');
    expect(await screen.findByText(/because of Emma Li/)).toBeVisible();
    const username = screen.getByLabelText('Username');
    expect(username).toHaveAccessibleDescription(sentence);
    expect(tabs()).toEqual(['All 2', 'Ready 1', 'To ask 0', 'Skipped 0', 'Refused 1']);
    await user.type(username, '2{Enter}');
    await press('Add 2 Students');
    await screen.findByText(/students? added$/);
    expect(sent(IMPORT)[1]?.key).not.toBe(sent(IMPORT)[0]?.key);
    expect(bodyOf(sent(IMPORT)[1]).rows[1]).toMatchObject({ username: 'emma.l2' });
  });
});
