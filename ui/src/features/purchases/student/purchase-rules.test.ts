import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { StoreItem } from '@/api/types';
import { buildStoreItem } from '@/testing/builders';

import { sortForStore, purchaseError } from './purchase-rules';

const item = (name: string, goalbucksCost: number, stock: number | null = null) =>
  buildStoreItem({ id: name, name, goalbucksCost, stock });

const got = (per: StoreItem['per'], againOn: string | null = null) =>
  buildStoreItem({ goalbucksCost: 100, perStudent: 1, per, limitReached: true, againOn });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 10, 24, 12), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what can be bought', () => {
  // spec: 10.6, 10.14
  it.each([
    ['enough for it', item('Pass', 100, 3), 101, null],
    ['just enough', item('Pass', 100), 100, null],
    ['one too few', item('Pass', 100), 99, 'not-enough'],
    ['a balance below zero', item('Pass', 1), -30, 'not-enough'],
    ['none left', item('Pass', 100, 0), 500, 'sold-out'],
    ['none left and too few', item('Pass', 100, 0), 5, 'sold-out'],
    ['none left and the limit reached', { ...got('ever'), stock: 0 }, 500, 'sold-out'],
    ['the limit reached', got('ever'), 500, 'limit'],
    ['the limit reached and too few', got('ever'), 5, 'limit'],
    ['the limit reached until tomorrow', got('day', '2025-11-25'), 500, 'limit'],
    ['a limit of a day that is over', got('day', '2025-11-24'), 500, null],
  ])('with %s', (_case, offer, balance, obstacle) => {
    expect(purchaseError(offer, { balance, isOpen: true })).toBe(obstacle);
  });

  // spec: 10.15
  it.each([item('Pass', 100), item('Pass', 100, 0), got('ever')])('is nothing in a closed store', (offer) => {
    expect(purchaseError(offer, { balance: 500, isOpen: false })).toBe('closed');
  });
});

describe('the order of store items', () => {
  const shelf = [item('Gone', 1, 0), item('Read-aloud', 500), item('Pencil', 15, 0), item('Eraser', 15, 2)];

  // spec: 10.5
  it('is the cheapest first, by name at the same price, what was sold out at first last', () => {
    const names = sortForStore(shelf, new Set(['Gone', 'Pencil'])).map(({ name }) => name);
    expect(names).toEqual(['Eraser', 'Read-aloud', 'Gone', 'Pencil']);
  });

  it("doesn't change when an item sells out meanwhile", () => {
    const names = sortForStore(shelf, new Set(['Gone'])).map(({ name }) => name);
    expect(names).toEqual(['Eraser', 'Pencil', 'Read-aloud', 'Gone']);
  });
});
