import { QueryObserver } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { studentKeys } from '@/api/keys';
import { createQueryClient } from '@/api/query-client';
import type { Student } from '@/api/types';
import { buildStudent } from '@/testing/builders';
import { type Call, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';

const amara = buildStudent();
const emma = buildStudent({ id: 's2', firstName: 'Emma', lastName: 'Zhu', username: 'emma.li' });

const saved = ({ body, path }: Call) =>
  json({ ...amara, ...(body as object), id: path.split('/')[3] ?? 'new' }, 201);

function open(students: Student[]) {
  const onOpenChange = vi.fn();
  const onSaved = vi.fn();
  const onImport = vi.fn();
  const queryClient = createQueryClient();
  // A list behind the dialog, as on the class page.
  const list = vi.fn(() => []);
  const behind = { queryKey: studentKeys.stats('c1'), queryFn: list, initialData: [] };
  onTestFinished(new QueryObserver(queryClient, behind).subscribe(() => undefined));
  const { user } = render(
    <ManageStudentsDialog
      open
      onOpenChange={onOpenChange}
      onSaved={onSaved}
      onImport={onImport}
      classroomId="c1"
      students={students}
    />,
    { queryClient },
  );
  const listsRefreshed = () => list.mock.calls.length;
  return { user, onOpenChange, onSaved, onImport, listsRefreshed };
}

const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Students' }));

async function fill(row: number, texts: string[]) {
  for (const [index, text] of texts.entries()) {
    const field = fields(LABELS[index] ?? '')[row];
    if (field && text !== '') await userEvent.type(field, text);
  }
}

type User = ReturnType<typeof open>['user'];

const LABELS = ['First name', 'Last name', 'Username', 'Password'];

/** Fills in new rows from the given one on, adding rows as needed. */
async function addRows(user: User, from: number, ...rows: string[]) {
  for (const [index, row] of rows.entries()) {
    if (fields('First name').length <= from + index) {
      await user.click(screen.getByRole('button', { name: 'Add Student' }));
    }
    for (const [column, text] of row.split('|').entries()) {
      await user.click(fields(LABELS[column] ?? '')[from + index] ?? document.body);
      await user.paste(text);
    }
  }
}

describe('manage students', () => {
  it('starts in the first name, with a row to fill in when the class is empty', () => {
    open([]);
    expect(fields('First name')).toHaveLength(1);
    expect(fields('First name')[0]).toHaveFocus();
  });

  it('starts in the first name of a class with students, and selects nothing of it', () => {
    open([amara]);
    const [first] = fields('First name');
    expect(first).toHaveFocus();
    expect([first?.selectionStart, first?.selectionEnd]).toEqual([5, 5]);
  });

  // spec: 1.2, 5.4, 14.4
  it('saves a new row only when all four are filled, and says what is missing', async () => {
    const calls = serve({ 'POST /api/students': saved });
    const { onSaved } = open([]);
    await fill(0, ['Mia', '', 'mia.r']);
    await save();
    expect(screen.getByText('Last name is required.')).toBeVisible();
    expect(screen.getByText('Password is required.')).toBeVisible();
    expect(fields('Last name')[0]).toHaveFocus();
    expect(calls).toEqual([]);
    await fill(0, ['', 'Rossi', '', 'sunny']);
    await save();
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(calls.map(({ body }) => body)).toEqual([
      { firstName: 'Mia', lastName: 'Rossi', username: 'mia.r', password: 'sunny', classroomId: 'c1' },
    ]);
    expect(screen.getByText('Student added')).toBeVisible();
  });

  // spec: 1.2, 4.4, 5.3, 5.5, 14.4
  it('sends a password only if one was entered, and only rows that changed', async () => {
    const calls = serve({ 'PUT /api/students/s1': saved, 'PUT /api/students/s2': saved });
    const { user, onSaved } = open([amara, emma]);
    await user.type(fields('Last name')[0] ?? document.body, '-Bell{Enter}');
    expect(await screen.findByText('Student updated')).toBeVisible();
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/api/students/s1',
        body: { firstName: 'Amara', lastName: 'Okafor-Bell', username: 'amara.o' },
      },
    ]);
    await fill(1, ['', '', '', 'rainy']);
    await save();
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledTimes(2);
    });
    expect(calls[1]?.body).toEqual({
      firstName: 'Emma',
      lastName: 'Zhu',
      username: 'emma.li',
      password: 'rainy',
    });
  });

  // spec: 5.6
  it('saves rows one after another, whatever is pressed meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const calls = serve({
      'POST /api/students': (call) =>
        new Promise((resolve) => {
          waiting.push(() => {
            resolve(saved(call));
          });
        }),
    });
    const { user, onOpenChange, onSaved } = open([]);
    await addRows(user, 0, 'Mia|Rossi|mia.r|sunny', 'Otto|Kern|otto.k|sunny');
    await user.dblClick(screen.getByRole('button', { name: 'Save Students' }));
    const busy = await screen.findByRole('button', { name: 'Saving' });
    await user.click(busy);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls).toHaveLength(1);
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(fields('First name')[0]).toHaveAttribute('readonly');
    waiting[0]?.();
    await waitFor(() => {
      expect(calls).toHaveLength(2);
    });
    waiting[1]?.();
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(screen.getByText('Mia Rossi and 1 more')).toBeVisible();
  });
});

describe('a row that fails', () => {
  // spec: 5.6
  it('keeps its text and says why at its field; saved rows stay saved', async () => {
    const sentence = 'Another student in this class already has this username.';
    const calls = serve({
      'POST /api/students': (call) =>
        (call.body as { username: string }).username === 'taken'
          ? errorResponse(409, sentence, { code: 'username_taken' })
          : saved(call),
    });
    const { user, onSaved, listsRefreshed } = open([amara]);
    await addRows(user, 1, 'Mia|Rossi|mia.r|sunny', 'Nia|Bell|taken|sunny', 'Otto|Kern|otto.k|sunny');
    await save();
    expect(await screen.findByText('Failed to add student. Please try again.')).toBeVisible();
    expect(screen.getByText('2 students were saved. 1 row still needs a look.')).toBeVisible();
    // Once after all rows, not after each.
    await waitFor(() => {
      expect(listsRefreshed()).toBe(1);
    });
    expect(fields('Username')[2]).toHaveAccessibleDescription(sentence);
    expect(fields('Username')[2]).toHaveFocus();
    expect(fields('Username')[2]).toHaveValue('taken');
    expect(fields('Password')[2]).toHaveValue('sunny');
    expect(onSaved).not.toHaveBeenCalled();
    await user.clear(fields('Username')[2] ?? document.body);
    await user.type(fields('Username')[2] ?? document.body, 'nia.b{Enter}');
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(calls.map(({ body }) => (body as { username: string }).username)).toEqual([
      'mia.r',
      'taken',
      'otto.k',
      'nia.b',
    ]);
  });

  it('because the class computer is away stops the rest, and nothing typed is lost', async () => {
    const calls = serve({ 'PUT /api/students/s1': () => Promise.reject(new TypeError('Failed to fetch')) });
    open([amara, emma]);
    await fill(0, ['', 'x']);
    await fill(1, ['', 'y']);
    await save();
    expect(await screen.findByText('Failed to update student. Please try again.')).toBeVisible();
    expect(screen.getByText("Not saved. Can't reach the class computer.")).toBeVisible();
    expect(screen.getByText('2 rows still need a look.')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(fields('Last name').map(({ value }) => value)).toEqual(['Okaforx', 'Zhuy']);
  });

  it('shows the sentences of the server at the fields that it names', async () => {
    serve({
      'PUT /api/students/s1': () =>
        errorResponse(422, 'Please check.', {
          fields: { lastName: "contains characters that can't be stored" },
        }),
    });
    open([amara]);
    await fill(0, ['', '\u0007']);
    await save();
    await waitFor(() => {
      expect(fields('Last name')[0]).toHaveAccessibleDescription(
        "Last name contains characters that can't be stored.",
      );
    });
  });
});

describe('the number of unsaved rows', () => {
  it('decreases as rows are corrected, and disappears with the last one', async () => {
    serve({});
    const { user } = open([]);
    await addRows(user, 0, 'Mia|Rossi|mia.r', 'Nia|Bell|nia.b');
    await save();
    expect(screen.getByText('2 rows still need a look.')).toBeVisible();
    await fill(0, ['', '', '', 'sunny']);
    expect(screen.getByText('1 row still needs a look.')).toBeVisible();
    await fill(1, ['', '', '', 'sunny']);
    expect(screen.queryByText(/needs? a look/)).toBeNull();
  });

  it('is said when nothing was filled in, until something is', async () => {
    const { user, onSaved } = open([]);
    await save();
    expect(screen.getByText(/^Nothing is filled in yet/)).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
    await addRows(user, 0, 'Mia|Rossi|mia.r|sunny');
    expect(screen.queryByText(/^Nothing is filled in yet/)).toBeNull();
  });
});

describe('removing rows', () => {
  // spec: 5.7
  it('the last remaining row cannot be removed', async () => {
    const { user } = open([]);
    expect(screen.getByRole('button', { name: 'Remove this row' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Add Student' }));
    expect(fields('First name')[1]).toHaveFocus();
    await user.click(screen.getAllByRole('button', { name: 'Remove this row' })[0] ?? document.body);
    expect(screen.getByRole('button', { name: 'Remove this row' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Add Student' })).toHaveFocus();
  });

  // spec: 5.7
  it('of an existing student is deleting the student, with its warning', async () => {
    const calls = serve({ 'DELETE /api/students/s1': noContent });
    const { user, onSaved } = open([amara, emma]);
    await user.click(screen.getByRole('button', { name: 'Delete Amara Okafor' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('removes all their goals and progress');
    expect(calls).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete Student' }));
    expect(await screen.findByText('Student deleted')).toBeVisible();
    expect(fields('First name').map(({ value }) => value)).toEqual(['Emma']);
    await waitFor(() => {
      expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    });
    expect(screen.getByRole('button', { name: 'Delete Emma Zhu' })).toBeDisabled();
    expect(onSaved).not.toHaveBeenCalled();
  });
});

describe('closing', () => {
  it('asks when something was typed, and just closes when nothing was', async () => {
    const { user, onOpenChange } = open([amara]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onOpenChange).toHaveBeenCalledOnce();
    await fill(0, ['x']);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    expect(onOpenChange).toHaveBeenCalledOnce();
  });

  it('saving without a change closes and sends nothing', async () => {
    const calls = serve({});
    const { onSaved } = open([amara]);
    await save();
    expect(onSaved).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
  });
});

describe('unlocking a sign-in', () => {
  it('stands beside the password of each existing student, and loses nothing typed', async () => {
    const calls = serve({ 'POST /api/students/s1/unlock': noContent });
    const { user, onSaved } = open([amara, emma]);
    await user.type(fields('Password')[0] as HTMLElement, 'new secret');
    await user.click(screen.getByRole('button', { name: 'Unlock sign-in of Amara Okafor' }));
    expect(await screen.findByText('Amara Okafor can try again now.')).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['/api/students/s1/unlock']);
    expect(fields('Password')[0]).toHaveValue('new secret');
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('is not offered for unsaved rows', () => {
    open([]);
    expect(screen.queryByRole('button', { name: /^Unlock/ })).not.toBeInTheDocument();
  });
});
