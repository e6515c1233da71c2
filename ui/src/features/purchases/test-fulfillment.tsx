import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { PurchaseRow } from '@/api/types';
import { Toaster } from '@/components/toast/toaster';
import { json } from '@/testing/fake-server';

import { Fulfillment } from './fulfillment';

const names = ['Amara', 'Benjamín', 'Chloé', 'Diego'];
export const minute = (number: number) => new Date(Date.UTC(2025, 9, 10, 10, number)).toISOString();

export function purchase(number: number, fields: Partial<PurchaseRow> = {}): PurchaseRow {
  return {
    id: `p${number}`,
    studentId: `s${number % 4}`,
    classroomId: 'c1',
    itemId: 'i1',
    itemName: `Item ${number}`,
    goalbucksCost: 25,
    status: 'pending',
    purchasedAt: minute(number),
    fulfilledAt: null,
    fulfilledBy: null,
    cancelledAt: null,
    cancelReason: null,
    studentName: names[number % 4] ?? '',
    ...fields,
  };
}

type Sent = { call: string; body: unknown };
type Server = {
  pending: PurchaseRow[];
  fulfilled: PurchaseRow[];
  answer: (call: string) => Response | Promise<Response>;
  sent: Sent[];
};

const statusAfter: Record<string, string> = {
  fulfill: 'fulfilled',
  unfulfill: 'pending',
  cancel: 'cancelled',
};

/** A server that keeps what is pending; `answer` stands for what it says to the writes. */
export function serve(start: Partial<Server> = {}): Server {
  const server: Server = {
    // Newest first, as the call gives them.
    pending: [purchase(3), purchase(2), purchase(1)],
    fulfilled: [],
    answer: () => json(purchase(0)),
    sent: [],
    ...start,
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') {
      return json(request.url.includes('status=pending') ? server.pending : server.fulfilled);
    }
    const [, id, action] = /purchases\/(\w+)\/(\w+)$/.exec(request.url) ?? [];
    const body: unknown = JSON.parse((await request.text()) || '{}');
    server.sent.push({ call: `${action} ${id}`, body });
    const answer = await server.answer(`${action} ${id}`);
    if (!answer.ok) return answer;
    const row = [...server.pending, ...server.fulfilled].find((each) => each.id === id) ?? purchase(0);
    server.pending = server.pending.filter((each) => each.id !== id);
    server.fulfilled = server.fulfilled.filter((each) => each.id !== id);
    if (action === 'fulfill') server.fulfilled = [{ ...row, status: 'fulfilled' }, ...server.fulfilled];
    if (action === 'unfulfill') server.pending = [...server.pending, { ...row, status: 'pending' }];
    return json({ ...row, status: statusAfter[action ?? ''] });
  });
  return server;
}

export function open(restocks = true) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <main tabIndex={-1}>
        <Fulfillment classroomId="c1" restocks={() => restocks} />
      </main>
      <Toaster />
    </QueryClientProvider>,
  );
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

export const table = () => screen.findByRole('table', { name: 'Pending purchases' });
export const fulfill = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Mark.*: Item ${number} `) });
export const cancel = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Cancel and refund: Item ${number} `) });
/** The items in the queue, in its order. */
export const queue = () =>
  within(screen.getByRole('table'))
    .getAllByText(/^Item \d+$/)
    .map((item) => item.textContent);
export const failed = 'Failed to fulfill purchase. Please try again.';
export const taken = (code: string, error: string) => () => json({ error, code }, 409);

export const fulfilled = (number: number) =>
  screen.findByRole('button', { name: new RegExp(`^Fulfilled: Item ${number} `) });
export const undo = (number: number) =>
  within(screen.getByRole('table')).getByRole('button', { name: new RegExp(`^Undo: Item ${number} `) });
export const toasts = () => within(screen.getByRole('region', { name: /Notification/ }));

/** Longer than settled rows are held. */
export const afterAMoment = () => act(() => vi.advanceTimersByTimeAsync(6000));
