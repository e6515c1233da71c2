import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/components/toast/toaster';
import { json, serve } from '@/testing/fake-server';

import StorePage from './store';

vi.mock('@/auth/session-context', () => ({ useUser: () => ({ id: 't1', role: 'teacher' }) }));

const createdAt = '2025-10-10T10:42:00Z';
const room = { id: 'c1', teacherId: 't1', name: 'Room 12', classCode: 'ABCDEF', gradeLevel: null, createdAt };
const math = { ...room, id: 'c2', name: 'Math 101' };
const pass = { id: 'i1', classroomId: 'c1', name: 'Homework pass', description: null, stock: 2, createdAt };
const bought = {
  ...{ id: 'p1', studentId: 's1', classroomId: 'c1', itemId: 'i1', itemName: 'Homework pass' },
  ...{ goalbucksCost: 25, status: 'pending', purchasedAt: createdAt, studentName: 'Amara Okafor' },
  ...{ fulfilledAt: null, fulfilledBy: null, cancelledAt: null, cancelReason: null },
};

function open(address: string, classes: object[]) {
  const calls = serve({
    'GET /api/classrooms': () => json(classes),
    'GET /api/store/classroom/c1': () => json([{ ...pass, goalbucksCost: 25 }]),
    'GET /api/store/classroom/c2': () => json([]),
    'POST /api/store': () => json({ ...pass, goalbucksCost: 25 }, 201),
    'GET /api/purchases/classroom/c1': () => json([bought]),
    'GET /api/purchases/classroom/c2': () => json([]),
  });
  const client = createQueryClient();
  const openCreateClass = vi.fn();
  const children = [{ path: '/teacher/store', element: <StorePage /> }];
  const layout = { element: <Outlet context={{ openCreateClass }} />, children };
  const router = createMemoryRouter([layout], { initialEntries: [address] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, calls, router, openCreateClass };
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
    const { user, router } = open('/teacher/store', [room, math]);
    await user.selectOptions(await select(), 'Math 101');
    expect(router.state.location.search).toBe('?class=c2');
    expect(await screen.findByText('No items yet')).toBeVisible();
    expect(await select()).toHaveFocus();
  });

  it('opens with the class and the tab of the address', async () => {
    open('/teacher/store?class=c1&tab=fulfillment', [math, room]);
    expect(await select()).toHaveDisplayValue('Room 12');
    expect(await screen.findByRole('table', { name: 'Pending purchases' })).toBeVisible();
  });

  it('shows the first class when that of the address is gone', async () => {
    open('/teacher/store?class=gone', [room, math]);
    expect(await select()).toHaveDisplayValue('Room 12');
  });

  // spec: 10.1
  it('adds an item for the chosen class and shows the items', async () => {
    const { user, calls, router } = open('/teacher/store?class=c2&tab=fulfillment', [room, math]);
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    expect(screen.getByRole('dialog', { name: 'Add Item' })).toHaveAccessibleDescription(
      'For the store of Math 101.',
    );
    await user.keyboard('Pencil');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '5{Enter}');
    expect(await screen.findByText('Item added')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ classroomId: 'c2' });
    expect(router.state.location.search).toBe('?class=c2&tab=items');
  });

  it.each([
    ['among others', [room, math], [room]],
    ['the only one', [math], []],
  ])(
    'never adds an item to another class when the chosen one, %s, goes meanwhile',
    async (_rule, before, left) => {
      const classes: object[] = [...before];
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
    vi.stubGlobal('fetch', () => Promise.resolve(json({}, 500)));
    const client = createQueryClient();
    const router = createMemoryRouter([{ path: '/', element: <StorePage /> }]);
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("Your classes didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
