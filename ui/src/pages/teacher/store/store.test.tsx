import { screen } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import type { Classroom } from '@/api/types';
import { buildClassroom, buildPurchaseListItem, buildStoreItem, buildTeacherUser } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import StorePage from './store';

const room = buildClassroom({ name: 'Room 12', classCode: 'ABCDEF', gradeLevel: null });
const math = { ...room, id: 'c2', name: 'Math 101' };
const pass = buildStoreItem({ stock: 2 });

const MONDAYS = ['2025-10-06', '2025-10-13', '2025-10-20', '2025-10-27'];
const sums = { goalsCompleted: 0, awards: 0, spent: 0 };
const progress = {
  from: '2025-10-06',
  to: '2025-11-02',
  weeks: MONDAYS.map((start) => ({ ...sums, start, earned: 10 })),
  students: Array.from({ length: 5 }, (_, index) => ({
    ...sums,
    studentId: `s${index}`,
    earned: 240,
    repeatingGiven: 0,
    repeatingCompleted: 0,
  })),
  noOpenGoal: [],
  overdue: [],
  waiting: [],
};

function open(path: string, classes: Classroom[]) {
  const calls = serve({
    'GET /api/classrooms': () => json(classes),
    'GET /api/store/classroom/c1': () => json([pass]),
    'GET /api/store/classroom/c2': () => json([]),
    'POST /api/store': () => json(pass, 201),
    'POST /api/store/classroom/c2/copy': () => json({ count: 1 }, 201),
    'GET /api/classrooms/{classroom_id}/progress': () => json(progress),
    'PUT /api/classrooms/c1/store': async ({ body }) => {
      const [first = room] = classes;
      classes[0] = { ...first, storeOpen: body.open };
      return slowly(json(classes[0]));
    },
    'GET /api/purchases/teacher/t1': () => json([buildPurchaseListItem()]),
    'GET /api/purchases/classroom/c1': () => json([buildPurchaseListItem()]),
    'GET /api/purchases/classroom/c2': () => json([]),
  });
  const openCreateClass = vi.fn();
  const { user, queryClient, location } = render(
    <Routes>
      <Route element={<Outlet context={{ openCreateClass }} />}>
        <Route path="/teacher/store" element={<StorePage />} />
      </Route>
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
  return { user, client: queryClient, calls, location, openCreateClass };
}

const select = () => screen.findByRole('combobox', { name: 'Class' });

describe('the store page', () => {
  // spec: 10.2
  it('shows the first class, with how many items there are and how many purchases are pending', async () => {
    open('/teacher/store', [room, math]);
    expect(screen.getByText('Loading store...')).toBeInTheDocument();
    expect(await select()).toHaveDisplayValue('Room 12');
    expect(await screen.findByRole('tab', { name: 'Items 1', selected: true })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Fulfillment 1 pending' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Homework pass' })).toBeVisible();
  });

  it('remembers the class in the address, and the select keeps the focus', async () => {
    const { user, location } = open('/teacher/store', [room, math]);
    await user.selectOptions(await select(), 'Math 101');
    expect(location()?.search).toBe('?class=c2');
    expect(await screen.findByText('No items yet')).toBeVisible();
    expect(await select()).toHaveFocus();
  });

  // spec: 10.15
  it('closes and opens the store, once however often the switch is pressed', async () => {
    const { user, calls } = open('/teacher/store', [room]);
    const toggle = await screen.findByRole('switch', { name: 'Store open', checked: true });
    await user.dblClick(toggle);
    expect(await screen.findByText('Store closed')).toBeVisible();
    await expect.poll(() => toggle).not.toBeChecked();
    expect(screen.getByText(/Students see the items, but can't buy/)).toBeVisible();
    await user.click(toggle);
    expect(await screen.findByText('Store opened')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([{ open: false }, { open: true }]);
  });

  // spec: 10.16
  it('says how long half of the class takes to earn a price', async () => {
    const { user } = open('/teacher/store', [room]);
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    expect(await screen.findByText(/^About 1 week, at what half of the class earns\./)).toBeVisible();
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '0');
    expect(screen.getByText(/^About 4 weeks, at what half of the class earns\./)).toBeVisible();
  });

  it('opens with the class and the tab of the address', async () => {
    open('/teacher/store?class=c1&tab=fulfillment', [math, room]);
    expect(await select()).toHaveDisplayValue(/^Room 12( \(1\))?$/);
    expect(await screen.findByRole('table', { name: 'Pending purchases' })).toBeVisible();
  });

  it('shows the first class when that of the address is gone', async () => {
    open('/teacher/store?class=gone', [room, math]);
    expect(await select()).toHaveDisplayValue('Room 12');
  });

  // spec: 10.1
  it('adds an item for the chosen class and shows the items', async () => {
    const { user, calls, location } = open('/teacher/store?class=c2&tab=fulfillment', [room, math]);
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    expect(screen.getByRole('dialog', { name: 'Add Item' })).toHaveAccessibleDescription(
      'For the store of Math 101.',
    );
    await user.keyboard('Pencil');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '5{Enter}');
    expect(await screen.findByText('Item added')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ classroomId: 'c2' });
    await expect.poll(() => location()?.search).toBe('?class=c2&tab=items');
  });

  // spec: 10.13
  it('copies items of another class, into an empty store or from the menu', async () => {
    const { user, location } = open('/teacher/store?class=c2&tab=fulfillment', [room, math]);
    await user.click(await screen.findByRole('button', { name: 'More for this store' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy Items from Another Class' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('For the store of Math 101.');
    await user.click(await screen.findByRole('button', { name: 'Copy 1 Item' }));
    expect(await screen.findByText('1 item copied')).toBeVisible();
    await expect.poll(() => location()?.search).toBe('?class=c2&tab=items');
    await user.click(await screen.findByRole('button', { name: 'Copy Items from Another Class' }));
    expect(screen.getByRole('dialog', { name: 'Copy Items from Another Class' })).toBeVisible();
  });

  it('with one class copies no items', async () => {
    open('/teacher/store', [math]);
    expect(await screen.findByText('No items yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Copy Items|More)/ })).not.toBeInTheDocument();
  });

  it.each([
    ['among others', [room, math], [room]],
    ['the only one', [math], []],
  ])(
    'never adds an item to another class when the chosen one, %s, goes meanwhile',
    async (_rule, before, left) => {
      const classes: Classroom[] = [...before];
      const { user, client, calls } = open('/teacher/store?class=c2', classes);
      await user.click(await screen.findByRole('button', { name: 'Add Item' }));
      await user.keyboard('Pencil');
      classes.splice(0, classes.length, ...left);
      await client.invalidateQueries();
      expect(await screen.findByText('Class not found')).toBeVisible();
      expect(
        screen.getByText('Math 101 has been deleted, so nothing can be added to its store.'),
      ).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  it('says of a cancelled purchase whose stock is counted that the item comes back', async () => {
    const { user } = open('/teacher/store?tab=fulfillment', [room]);
    await user.click(await screen.findByRole('button', { name: /^Cancel and refund: Homework pass/ }));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/goes back into stock/);
  });

  it('without classes leads to Create Class', async () => {
    const { user, openCreateClass } = open('/teacher/store', []);
    await user.click(await screen.findByRole('button', { name: 'Create Class' }));
    expect(openCreateClass).toHaveBeenCalledOnce();
  });

  it('whose classes failed to load offers another try', async () => {
    serve({ 'GET /api/classrooms': () => errorResponse(500, 'It broke.') });
    render(<StorePage />, { signedInAs: buildTeacherUser() });
    expect(await screen.findByText("Your classes didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
