import { describe, expect, it } from 'vitest';

import { buildStoreItem } from '@/testing/builders';

import { sortForStore, purchaseError } from './purchase-rules';

const item = (name: string, goalbucksCost: number, stock: number | null = null) =>
  buildStoreItem({ id: name, name, goalbucksCost, stock });

describe('what can be bought', () => {
  // spec: 10.6
  it.each([
    ['enough for it', item('Pass', 100, 3), 101, null],
    ['just enough', item('Pass', 100), 100, null],
    ['one too few', item('Pass', 100), 99, 'not-enough'],
    ['a balance below zero', item('Pass', 1), -30, 'not-enough'],
    ['none left', item('Pass', 100, 0), 500, 'sold-out'],
    ['none left and too few', item('Pass', 100, 0), 5, 'sold-out'],
  ])('with %s', (_case, offer, balance, obstacle) => {
    expect(purchaseError(offer, balance)).toBe(obstacle);
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
