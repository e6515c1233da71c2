import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { PurchaseRow } from '@/api/types';
import { Toaster } from '@/components/toaster';
import { json, refusal, slowly } from '@/test-server';

import { Fulfilment } from './fulfilment';

const names = ['Amara', 'Benjamín', 'Chloé', 'Diego'];
const minute = (number: number) => new Date(Date.UTC(2025, 9, 10, 10, number)).toISOString();

function purchase(number: number, fields: Partial<PurchaseRow> = {}): PurchaseRow {
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

/** A server that keeps what is pending; `answer` stands for what it says to the writes. */
function serve(start: Partial<Server> = {}): Server {
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
    if (answer.ok) server.pending = server.pending.filter((row) => row.id !== id);
    return answer;
  });
  return server;
}

/** When the next presses are, in ms. */
let clock = 1000;

function open(restocks = true) {
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => clock);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Fulfilment classroomId="c1" restocks={() => restocks} />
      <Toaster />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const table = () => screen.findByRole('table', { name: 'Pending purchases' });
const fulfil = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Mark.*: Item ${number} `) });
const cancel = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Cancel Item ${number} `) });
const shown = () => screen.getAllByText(/^Item \d+$/).map((item) => item.textContent);
const failed = 'Failed to fulfill purchase. Please try again.';
const taken = (code: string, error: string) => () => json({ error, code }, 409);

/** A double press counts as one, so presses on different rows need some time between them. */
const later = () => {
  clock += 450;
};

describe('the queue', () => {
  it('begins with who has waited longest', async () => {
    serve();
    open();
    await table();
    expect(shown()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('of the same moment keeps the order in which they bought', async () => {
    const at = { purchasedAt: minute(1) };
    serve({ pending: [purchase(3, at), purchase(2, at), purchase(1, at)] });
    open();
    await table();
    expect(shown()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('of sixty is searched by student or item, and grouped by sorting', async () => {
    serve({ pending: Array.from({ length: 60 }, (_, number) => purchase(60 - number)) });
    const user = open();
    await user.type(await screen.findByLabelText('Search 60 purchases'), 'benjamin');
    expect(shown()).toHaveLength(15);
    await user.clear(screen.getByLabelText('Search 60 purchases'));
    await user.click(screen.getByRole('button', { name: 'Student' }));
    expect(shown().slice(0, 3)).toEqual(['Item 4', 'Item 8', 'Item 12']);
  });

  it('says that it is loading, that nothing waits, and that it failed to load', async () => {
    serve({ pending: [] });
    open();
    expect(screen.getByText('Loading purchases...')).toBeInTheDocument();
    expect(await screen.findByText('Nothing to hand out')).toBeVisible();
    expect(await screen.findByText('What you mark as fulfilled appears here.')).toBeVisible();
  });

  it('that failed to load offers another try', async () => {
    const server = serve();
    vi.stubGlobal('fetch', () => Promise.resolve(json({}, 500)));
    const user = open();
    expect(await screen.findByText("The purchases didn't load")).toBeVisible();
    expect(screen.getByText("The fulfilled purchases didn't load")).toBeVisible();
    serve(server);
    const [first] = screen.getAllByRole('button', { name: 'Try again' });
    if (first) await user.click(first);
    expect(await table()).toBeVisible();
  });
});

describe('mark as fulfilled', () => {
  it('is one press, says so, and the focus goes to the next row', async () => {
    const server = serve();
    const user = open();
    await table();
    await user.click(fulfil(1));
    expect(await screen.findByText('Purchase fulfilled')).toBeVisible();
    expect(screen.getByText('Item 1 for Benjamín')).toBeVisible();
    expect(server.sent).toEqual([{ call: 'fulfill p1', body: {} }]);
    await waitFor(() => {
      expect(shown()).toEqual(['Item 2', 'Item 3']);
    });
    expect(fulfil(2)).toHaveFocus();
  });

  it('of the last row leaves the focus on the one before, and then on the panel', async () => {
    serve({ pending: [purchase(2), purchase(1)] });
    const user = open();
    await table();
    await user.click(fulfil(2));
    await waitFor(() => {
      expect(fulfil(1)).toHaveFocus();
    });
    later();
    await user.keyboard('{Enter}');
    const empty = await screen.findByText('Nothing to hand out');
    expect(document.activeElement).toContainElement(empty);
    expect(document.body).not.toHaveFocus();
  });

  it('pressed twice is sent once, also when the row has gone in between and the next one is in its place', async () => {
    const server = serve();
    const user = open();
    await table();
    await user.dblClick(fulfil(1));
    await waitFor(() => {
      expect(shown()).toEqual(['Item 2', 'Item 3']);
    });
    await user.keyboard('{Enter}');
    await user.click(fulfil(2));
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1']);
    later();
    await user.click(fulfil(2));
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1', 'fulfill p2']);
  });

  it('pressed quickly again and again goes on: a press that was left out holds up no other', async () => {
    const server = serve();
    const user = open();
    await table();
    const quick = () => {
      clock += 250;
    };
    await user.click(fulfil(1));
    quick();
    await user.click(fulfil(2));
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1']);
    quick();
    await user.click(fulfil(2));
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1', 'fulfill p2']);
  });

  it('of one row leaves the others free while it is on its way', async () => {
    const server = serve({ answer: () => slowly(json(purchase(0))) });
    const user = open();
    await table();
    await user.pointer([
      { keys: '[MouseLeft]', target: fulfil(1), coords: { x: 900, y: 100 } },
      { keys: '[MouseLeft]', target: fulfil(3), coords: { x: 900, y: 200 } },
    ]);
    expect(fulfil(2)).not.toHaveAttribute('aria-busy');
    await waitFor(() => {
      expect(shown()).toEqual(['Item 2']);
    });
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1', 'fulfill p3']);
  });

  it.each([
    ['already_fulfilled', 'This purchase has already been fulfilled.'],
    ['already_cancelled', 'This purchase has already been cancelled.'],
  ])('of what another tab was quicker with (%s) says so and refreshes', async (code, sentence) => {
    const server = serve({ answer: taken(code, sentence) });
    const user = open();
    await table();
    server.pending = [purchase(3), purchase(2)];
    await user.click(fulfil(1));
    expect(await screen.findByText(failed)).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(shown()).toEqual(['Item 2', 'Item 3']);
    await waitFor(() => {
      expect(fulfil(2)).toHaveFocus();
    });
  });

  it('that failed keeps the row, to be pressed again', async () => {
    const server = serve({ answer: () => refusal(503, 'Busy.') });
    const user = open();
    await table();
    await user.click(fulfil(1));
    expect(await screen.findByText(failed)).toBeVisible();
    server.answer = () => json(purchase(1));
    later();
    await user.click(fulfil(1));
    expect(await screen.findByText('Purchase fulfilled')).toBeVisible();
  });
});

describe('cancel', () => {
  const dialog = () => screen.getByRole('alertdialog', { name: 'Cancel this purchase?' });

  it('explains that goalbucks and stock come back', async () => {
    serve();
    const user = open();
    await table();
    await user.click(cancel(1));
    expect(dialog()).toHaveAccessibleDescription(
      '25 GoalBucks go back to Benjamín, and Item 1 goes back into stock.',
    );
  });

  it('promises no stock where none is counted', async () => {
    serve({ pending: [purchase(1, { goalbucksCost: 1 })] });
    const user = open(false);
    await table();
    await user.click(cancel(1));
    expect(dialog()).toHaveAccessibleDescription('1 GoalBuck goes back to Benjamín.');
  });

  it('needs no reason, says so, and the focus goes to the next row', async () => {
    const server = serve();
    const user = open();
    await table();
    await user.click(cancel(1));
    await user.dblClick(within(dialog()).getByRole('button', { name: 'Cancel Purchase' }));
    expect(await screen.findByText('Purchase cancelled')).toBeVisible();
    expect(server.sent).toEqual([{ call: 'cancel p1', body: {} }]);
    await waitFor(() => {
      expect(cancel(2)).toHaveFocus();
    });
  });

  it('sends the reason, and keeps it when it fails or is closed by a slip', async () => {
    const server = serve({ answer: () => refusal(503, 'Busy.') });
    const user = open();
    await table();
    await user.click(cancel(2));
    // The question starts in the reason: a space typed on "Keep it" would close it.
    await user.keyboard(' We ran out. ');
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel Purchase' }));
    expect(await screen.findByText('Failed to cancel purchase. Please try again.')).toBeVisible();
    await user.click(within(dialog()).getByRole('button', { name: 'Keep it' }));
    await user.click(cancel(2));
    expect(within(dialog()).getByLabelText(/Reason/)).toHaveValue(' We ran out. ');
    server.answer = () => json(purchase(2));
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel Purchase' }));
    expect(await screen.findByText('Purchase cancelled')).toBeVisible();
    expect(server.sent.at(-1)).toEqual({ call: 'cancel p2', body: { reason: 'We ran out.' } });
  });

  it('of what was fulfilled in another tab says so, closes and refreshes', async () => {
    const sentence = 'This purchase has already been fulfilled.';
    const server = serve({ answer: taken('already_fulfilled', sentence) });
    const user = open();
    await table();
    await user.click(cancel(1));
    server.pending = [purchase(3), purchase(2)];
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel Purchase' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(shown()).toEqual(['Item 2', 'Item 3']);
  });
});

describe('recently fulfilled', () => {
  it('shows the first five, the latest first', async () => {
    const done = (number: number) =>
      purchase(number, { status: 'fulfilled', itemName: `Done ${number}`, fulfilledAt: minute(20 - number) });
    serve({ fulfilled: Array.from({ length: 7 }, (_, number) => done(number)) });
    open();
    const section = await screen.findByRole('region', { name: 'Recently Fulfilled' });
    await within(section).findByText('Done 0');
    const rows = within(section).getAllByRole('listitem');
    expect(rows.map((row) => /Done \d/.exec(row.textContent)?.[0])).toEqual([
      'Done 0',
      'Done 1',
      'Done 2',
      'Done 3',
      'Done 4',
    ]);
  });
});
