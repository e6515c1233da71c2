import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { buildStudent } from '@/testing/builders';
import { type Call, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';

const amara = buildStudent();

const saved = ({ body, path }: Call) =>
  json({ ...amara, ...(body as object), id: path.split('/')[3] ?? 'new' }, 201);

function open(students: (typeof amara)[] = []) {
  const onOpenChange = vi.fn();
  const onSaved = vi.fn();
  const { user } = render(
    <ManageStudentsDialog open {...{ students, onOpenChange, onSaved }} classroomId="c1" />,
  );
  return { user, onOpenChange, onSaved };
}

const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label);
const typed = () =>
  ['First name', 'Last name', 'Username', 'Password'].flatMap((label) =>
    fields(label).map(({ value }) => value),
  );
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function paste(text: string, students: (typeof amara)[] = []) {
  const opened = open(students);
  await opened.user.click(fields('First name').at(-1) ?? document.body);
  await opened.user.paste(text);
  return opened;
}

describe('a pasted list that can be read in several ways', () => {
  // spec: 5.8
  it('stays out of the fields and out of sight, and says which lines and why', async () => {
    await paste('Okafor, Amara, sunny42\nDiego Ramírez\n1. Emma Li');
    expect(typed().join('')).toBe('DiegoRamírez');
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent('2 of 3 pasted lines are not filled in');
    expect(notice).toHaveTextContent("Line 1: It isn't clear which part is the first name");
    expect(notice).toHaveTextContent('Line 3: There is something in it that may not belong to a name');
    expect(document.body).not.toHaveTextContent('sunny42');
  });

  // spec: 5.8
  it('is filled in once the teacher says what its parts are', async () => {
    await paste('Okafor, Amara\nRamírez, Diego');
    await press('Last name, First name');
    expect(fields('First name').map(({ value }) => value)).toEqual(['Amara', 'Diego']);
    expect(fields('Last name').map(({ value }) => value)).toEqual(['Okafor', 'Ramírez']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be corrected where it stands', async () => {
    const { user } = await paste('1. Amara Okafor\nEmma Li');
    await press('Show and correct the lines');
    const text = screen.getByLabelText('Lines that are not filled in');
    expect(text).toHaveValue('1. Amara Okafor');
    await user.clear(text);
    await user.type(text, 'Amara Okafor');
    await press('Fill In These Lines');
    expect(fields('First name').map(({ value }) => value)).toEqual(['Emma', 'Amara']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('pasted into another field is read alike, and nothing of it lands there', async () => {
    const { user } = open();
    await user.click(fields('Username')[0] ?? document.body);
    await user.paste('amara.o\tsunny42\nemma.li\trainy7');
    expect(typed().join('')).toBe('');
    expect(screen.getByRole('alert')).toHaveTextContent('2 of 2 pasted lines are not filled in');
  });

  it('is lost neither by closing nor by saving what is filled in', async () => {
    serve({ 'PUT /api/students/s1': saved });
    const { user, onOpenChange, onSaved } = await paste('Li, Emma\nRamírez, Diego', [amara]);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    await press('Keep editing');
    await user.type(fields('Last name')[0] ?? document.body, '-Bell');
    await press('Save Students');
    expect(await screen.findByText(/^Some pasted lines are not filled in yet/)).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
    expect(onOpenChange).not.toHaveBeenCalled();
    await press('Discard');
    await press('Save Students');
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
  });
});

describe('saving that takes longer than a second', () => {
  it('shows how far it is, to screen readers as well', async () => {
    const waiting: (() => void)[] = [];
    serve({
      'POST /api/students': (call) =>
        new Promise((resolve) => {
          waiting.push(() => {
            resolve(saved(call));
          });
        }),
    });
    const lines = ['Mia\tRossi\tmia.r\tsunny', 'Nia\tBell\tnia.b\tsunny', 'Otto\tKern\totto.k\tsunny'];
    const { onSaved } = await paste(['First name\tLast name\tUsername\tPassword', ...lines].join('\n'));
    await press('Save Students');
    await waitFor(() => {
      expect(waiting).toHaveLength(1);
    });
    waiting[0]?.();
    const bar = await screen.findByRole('progressbar', { name: 'Saving students' });
    expect(bar).toHaveAttribute('aria-valuetext', '1 of 3 saved');
    expect(screen.getByRole('status')).toHaveTextContent('Saving: 1 of 3 are saved.');
    waiting[1]?.();
    await waitFor(() => {
      expect(waiting).toHaveLength(3);
    });
    expect(bar).toHaveAttribute('aria-valuetext', '2 of 3 saved');
    waiting[2]?.();
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
