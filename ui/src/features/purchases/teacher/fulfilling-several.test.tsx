import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import {
  afterAMoment,
  open,
  purchase,
  queue,
  servePurchases,
  table,
  taken,
  toasts,
} from './fulfillment-test-utils';

const tick = (number: number) =>
  screen.getByRole('checkbox', { name: new RegExp(`^Select Item ${number} `) });
const bar = () => within(screen.getByRole('group', { name: 'Selected purchases' }));

// spec: 19.5
it('marks what is ticked as fulfilled in one request, and can undo it', async () => {
  const server = servePurchases();
  const user = open();
  await table();
  await user.click(tick(1));
  await user.click(tick(3));
  await user.click(bar().getByRole('button', { name: 'Mark 2 as Fulfilled' }));
  expect(await screen.findByText('2 purchases are marked as fulfilled.')).toBeVisible();
  expect(server.sent).toEqual([{ call: 'fulfill several', body: { purchaseIds: ['p1', 'p3'] } }]);
  expect(screen.queryByRole('group', { name: 'Selected purchases' })).toBeNull();
  expect(document.body).not.toHaveFocus();
  await user.click(toasts().getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 purchases are pending again.')).toBeVisible();
  expect(server.sent.slice(1).map(({ call }) => call)).toEqual(['unfulfill p1', 'unfulfill p3']);
});

// spec: 19.5
it('says that nothing was marked if one was fulfilled in another window', async () => {
  const server = servePurchases();
  server.answer = taken('already_fulfilled', 'This purchase has already been fulfilled.');
  const user = open();
  await table();
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all purchases' })[0] ?? document.body);
  server.pending = server.pending.slice(1);
  await user.click(bar().getByRole('button', { name: 'Mark 3 as Fulfilled' }));
  expect(await screen.findByText(/^Nothing was marked as fulfilled/)).toBeVisible();
  await waitFor(() => {
    expect(bar().getByRole('button', { name: 'Mark 2 as Fulfilled' })).toBeVisible();
  });
});

// spec: 19.1, 19.5
it('shows, ticks and prints only what the filters of the address show', async () => {
  vi.stubGlobal('print', vi.fn());
  servePurchases({ pending: [purchase(5), purchase(2), purchase(1)] });
  const user = open(true, '/?student=s1&item=unknown');
  await table();
  expect(queue()).toEqual(['Item 1', 'Item 5']);
  expect(screen.getByRole('combobox', { name: 'Student' })).toHaveDisplayValue('Benjamín (2)');
  await user.click(screen.getByRole('button', { name: 'Print Pick List' }));
  const sheet = document.querySelector('.print-alone');
  expect(sheet).toHaveTextContent('Room 12');
  expect(sheet).toHaveTextContent('2 items for 1 student.');
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => {
    expect(document.querySelector('.print-alone')).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Show All' }));
  expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 5']);
  await afterAMoment();
});
