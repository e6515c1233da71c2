import type { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

import type { PurchaseListItem, StoreItem } from '@/api/types';
import {
  buildClassroom,
  buildPurchaseListItem,
  buildSavings,
  buildStoreItem,
  buildStudentUser,
} from '@/testing/builders';
import { type Call, json, errorResponse, noContent, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import StudentStorePage from './store';

export const LONG_AGO = '2025-01-05T09:00:00.000Z';

export function item(name: string, goalbucksCost: number, fields: Partial<StoreItem> = {}): StoreItem {
  return buildStoreItem({ id: `item ${name}`, name, goalbucksCost, createdAt: LONG_AGO, ...fields });
}

export function purchase(id: string, fields: Partial<PurchaseListItem> = {}): PurchaseListItem {
  return buildPurchaseListItem({ id, itemName: `Thing ${id}`, purchasedAt: LONG_AGO, ...fields });
}

/** State of the fake server. Tests change it, as a teacher or a classmate would. */
type StoreServer = {
  balance: number;
  /** Only the balance fails to load. */
  hidesBalance: boolean;
  items: StoreItem[];
  isOpen: boolean;
  savedId: string | null;
  refusesSavings: boolean;
  bought: PurchaseListItem[];
  broken: boolean;
  slow: boolean;
};

export const LOST = new TypeError('Failed to fetch');
export type BuyAnswer = (call: Call) => Response | Promise<Response>;

/** Carries out a purchase on the fake server, at the current price. */
export function completePurchase(world: StoreServer, { body }: Call): Response {
  const { itemId } = body as { itemId: string };
  const sold = world.items.find(({ id }) => id === itemId);
  if (!sold) return errorResponse(404, 'Not found.');
  world.balance -= sold.goalbucksCost;
  if (sold.stock !== null) sold.stock -= 1;
  const { name: itemName, goalbucksCost } = sold;
  const made = purchase(`p${world.bought.length}`, { itemId, itemName, goalbucksCost });
  world.bought.unshift(made);
  return json(made, 201);
}

/** What the student saves for. */
function savings({ savedId, items }: StoreServer) {
  if (savedId === null) return null;
  const { id, name, goalbucksCost, stock, picture } =
    items.find((each) => each.id === savedId) ?? item('?', 1);
  return buildSavings({ itemId: id, itemName: name, goalbucksCost, stock, picture });
}

function bought(world: StoreServer, query: string): PurchaseListItem[] {
  const asked = new URLSearchParams(query);
  const start = world.bought.findIndex(({ id }) => id === asked.get('before')) + 1;
  return world.bought.slice(start, start + Number(asked.get('limit')));
}

/** Starts the fake server. `answers` respond to the first purchases, `completePurchase` to the others. */
export function serveStore(changes: Partial<StoreServer>, ...answers: BuyAnswer[]) {
  const server: StoreServer = {
    balance: 240,
    items: [],
    isOpen: true,
    savedId: null,
    refusesSavings: false,
    bought: [],
    broken: false,
    slow: false,
    hidesBalance: false,
    ...changes,
  };
  const read =
    <Body,>(answer: (call: Call) => Body) =>
    (call: Call) => {
      const response = server.broken ? errorResponse(500, 'It broke.') : json(answer(call));
      return server.slow ? slowly(response) : response;
    };
  const calls = serve({
    'GET /api/students/s1/goalbucks': server.hidesBalance
      ? () => errorResponse(500, 'It broke.')
      : read(() => ({ balance: server.balance, earned: 0, spent: 0 })),
    'GET /api/store/classroom/c1': read(() => server.items),
    'GET /api/classrooms/single/c1': read(() => buildClassroom({ storeOpen: server.isOpen })),
    'GET /api/students/s1/savings': read(() => savings(server)),
    'PUT /api/students/s1/savings': ({ body: { itemId } }) => {
      if (server.refusesSavings) return errorResponse(500, 'It broke.');
      server.savedId = itemId;
      return slowly(noContent());
    },
    'GET /api/students/s1/goals': () => json([]),
    'GET /api/students/s1/ledger': () => json([]),
    'GET /api/submissions/student/s1': () => json([]),
    'GET /api/goal-suggestions/student/s1': () => json([]),
    'GET /api/purchases/student/s1': read(({ query }) => bought(server, query)),
    'POST /api/purchases': (call) => (answers.shift() ?? ((each) => completePurchase(server, each)))(call),
  });
  return { server, calls, sent: () => calls.filter(({ method }) => method === 'POST') };
}

export function show() {
  const { user, queryClient } = render(<StudentStorePage />, { signedInAs: buildStudentUser() });
  return { user, queries: queryClient };
}

/** Refetches queries, as after a live event. */
export const invalidate = (queries: QueryClient, queryKey: readonly string[]) =>
  queries.invalidateQueries({ queryKey });

/** The item's card in the store, else its row in the history. */
export async function card(name: string) {
  const found = (await screen.findAllByRole('heading', { name, level: 3 }))[0]?.closest('li');
  if (!found) throw new Error(`${name} stands on no card.`);
  return found;
}

export const cardOf = async (name: string) => within(await card(name));
export const dialog = () => within(screen.getByRole('dialog'));

export async function choose(user: UserEvent, name: string) {
  await user.click((await cardOf(name)).getByRole('button', { name: 'Purchase' }));
}

export const confirm = (user: UserEvent, name = 'Confirm Purchase') =>
  user.click(dialog().getByRole('button', { name }));

/** Stubs browser APIs that jsdom lacks. */
export function stubBrowser() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
}
