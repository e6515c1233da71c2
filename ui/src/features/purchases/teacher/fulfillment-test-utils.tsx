import { act, screen, within } from '@testing-library/react';
import { vi } from 'vitest';

import type { PurchaseListItem } from '@/api/types';
import { buildPurchaseListItem, buildTeacherUser } from '@/testing/builders';
import { type Call, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { Fulfillment } from './fulfillment';

const names = ['Amara', 'Benjamín', 'Chloé', 'Diego'];
export const minute = (number: number) => new Date(Date.UTC(2025, 9, 10, 10, number)).toISOString();

export function purchase(number: number, fields: Partial<PurchaseListItem> = {}): PurchaseListItem {
  const student = { studentId: `s${number % 4}`, studentName: names[number % 4] ?? '' };
  const what = { id: `p${number}`, itemName: `Item ${number}`, purchasedAt: minute(number) };
  return buildPurchaseListItem({ ...student, ...what, ...fields });
}

type Sent = { call: string; body: unknown };
type Server = {
  pending: PurchaseListItem[];
  fulfilled: PurchaseListItem[];
  answer: (call: string) => Response | Promise<Response>;
  sent: Sent[];
};

const statusAfter = { fulfill: 'fulfilled', unfulfill: 'pending', cancel: 'cancelled' } as const;

/** Fake server with pending purchases; `answer` overrides its responses to writes. */
export function servePurchases(start: Partial<Server> = {}): Server {
  const server: Server = {
    // Newest first, as the call gives them.
    pending: [purchase(3), purchase(2), purchase(1)],
    fulfilled: [],
    answer: () => json(purchase(0)),
    sent: [],
    ...start,
  };
  const write =
    (action: keyof typeof statusAfter) =>
    async ({ params, body }: Call): Promise<Response> => {
      const id = params['purchase_id'] ?? '';
      server.sent.push({ call: `${action} ${id}`, body: body ?? {} });
      const answer = await server.answer(`${action} ${id}`);
      if (!answer.ok) return answer;
      const row = [...server.pending, ...server.fulfilled].find((each) => each.id === id) ?? purchase(0);
      server.pending = server.pending.filter((each) => each.id !== id);
      server.fulfilled = server.fulfilled.filter((each) => each.id !== id);
      if (action === 'fulfill') server.fulfilled = [{ ...row, status: 'fulfilled' }, ...server.fulfilled];
      if (action === 'unfulfill') server.pending = [...server.pending, { ...row, status: 'pending' }];
      return json({ ...row, status: statusAfter[action] });
    };
  serve({
    'GET /api/purchases/classroom/c1': ({ query }) =>
      json(query.includes('status=pending') ? server.pending : server.fulfilled),
    'PATCH /api/purchases/{purchase_id}/fulfill': write('fulfill'),
    'POST /api/purchases/fulfill': async ({ body }) => {
      server.sent.push({ call: 'fulfill several', body });
      const answer = await server.answer('fulfill several');
      if (!answer.ok) return answer;
      const done = server.pending.filter(({ id }) => body.purchaseIds.includes(id));
      server.pending = server.pending.filter((each) => !done.includes(each));
      server.fulfilled = [...done, ...server.fulfilled];
      return json({ count: done.length });
    },
    'POST /api/purchases/{purchase_id}/unfulfill': write('unfulfill'),
    'POST /api/purchases/{purchase_id}/cancel': write('cancel'),
  });
  return server;
}

export function open(restocks = true, path = '/') {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = render(
    <main tabIndex={-1}>
      <Fulfillment classroom={{ id: 'c1', name: 'Room 12' }} isStockCounted={() => restocks} />
    </main>,
    { signedInAs: buildTeacherUser(), path },
  );
  return user;
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
export const taken = (code: string, error: string) => () => errorResponse(409, error, { code });

export const fulfilled = (number: number) =>
  screen.findByRole('button', { name: new RegExp(`^Fulfilled: Item ${number} `) });
export const undo = (number: number) =>
  within(screen.getByRole('table')).getByRole('button', { name: new RegExp(`^Undo: Item ${number} `) });
export const toasts = () => within(screen.getByRole('region', { name: /Notification/ }));

/** Longer than processed rows are held. */
export const afterAMoment = () => act(() => vi.advanceTimersByTimeAsync(6000));
