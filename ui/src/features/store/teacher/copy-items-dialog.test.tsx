import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { Classroom } from '@/api/types';
import { buildClassroom, buildStoreItem } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { CopyItemsDialog } from './copy-items-dialog';

const room = buildClassroom();
const math = buildClassroom({ id: 'c2', name: 'Math 101', classCode: 'MATH22' });
const art = buildClassroom({ id: 'c3', name: 'Art', classCode: 'ART333' });

const COPY = 'POST /api/store/classroom/c1/copy';
const items = (...names: string[]) => names.map((name) => buildStoreItem({ id: name, name }));

type Options = { classes?: Classroom[]; copy?: Handlers[typeof COPY] };

function open({ classes = [math, art], copy = () => json({ count: 2 }, 201) }: Options = {}) {
  const calls = serve({
    'GET /api/store/classroom/c1': () => json(items('Pencil')),
    'GET /api/store/classroom/c2': () => json(items('PENCIL', 'Seat', 'Music')),
    'GET /api/store/classroom/c3': () => json(items()),
    [COPY]: copy,
  });
  const onCopied = vi.fn();
  const { user } = render(
    <CopyItemsDialog classroom={room} classes={classes} onClose={vi.fn()} onCopied={onCopied} />,
  );
  return { user, calls, onCopied };
}

const choice = () => screen.getByLabelText('Copy from');
const button = (name = 'Copy Items') => screen.getByRole('button', { name });

describe('copying items', () => {
  // spec: 10.13
  it('says how many come and are left out, and how many came', async () => {
    const { user, calls, onCopied } = open({ copy: () => slowly(json({ count: 2 }, 201)) });
    expect(await screen.findByRole('option', { name: 'Math 101 (3)' })).toBeVisible();
    await user.selectOptions(choice(), 'Math 101 (3)');
    expect(screen.getByRole('status')).toHaveTextContent(/^2 items are copied, with/);
    expect(screen.getByText('1 item with a name that is there already is left out.')).toBeVisible();
    await user.dblClick(button('Copy 2 Items'));
    expect(await screen.findByText('2 items copied')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ fromClassroomId: 'c2' }]);
    expect(sent[0]?.key).toBeTruthy();
    expect(onCopied).toHaveBeenCalledOnce();
  });

  it('asks for a class, and for one with items', async () => {
    const { user, calls } = open();
    await screen.findByRole('option', { name: 'Art (0)' });
    await user.click(button());
    expect(choice()).toHaveAccessibleDescription('Choose a class.');
    await user.selectOptions(choice(), 'Art (0)');
    await user.click(button());
    expect(choice()).toHaveAccessibleDescription('This class has no items yet.');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('from the only other class needs no choice, and says when all are there already', async () => {
    const copy = () => json({ count: 0 }, 201);
    const { user } = open({ classes: [math], copy });
    expect(await screen.findByRole('option', { name: 'Math 101 (3)', selected: true })).toBeVisible();
    await user.click(button('Copy 2 Items'));
    expect(await screen.findByText('All 3 items are there already.', { selector: '.toast *' })).toBeVisible();
  });

  it('without another class says so', () => {
    open({ classes: [] });
    expect(screen.getByText(/You have no other class/)).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('whose class is gone says so and keeps the dialog', async () => {
    const { user, onCopied } = open({ classes: [math], copy: () => errorResponse(404, 'Not found.') });
    await user.click(await screen.findByRole('button', { name: 'Copy 2 Items' }));
    await waitFor(() => {
      expect(screen.getByRole('dialog')).toHaveTextContent(
        'It is no longer there: it was deleted meanwhile.',
      );
    });
    expect(onCopied).not.toHaveBeenCalled();
  });
});
