import { describe, expect, it } from 'vitest';

import type { StoreItem } from '@/api/types';

import { inShelfOrder, obstacleTo } from './purchase-rules';

function item(name: string, goalbucksCost: number, stock: number | null = null): StoreItem {
  const rest = { id: name, classroomId: 'c1', description: null, createdAt: '2025-01-05T09:00:00.000Z' };
  return { ...rest, name, goalbucksCost, stock };
}

describe('what can be bought', () => {
  it.each([
    ['enough for it', item('Pass', 100, 3), 101, null],
    ['just enough', item('Pass', 100), 100, null],
    ['one too few', item('Pass', 100), 99, 'not-enough'],
    ['a balance below zero', item('Pass', 1), -30, 'not-enough'],
    ['none left', item('Pass', 100, 0), 500, 'sold-out'],
    ['none left and too few', item('Pass', 100, 0), 5, 'sold-out'],
  ])('with %s', (_case, offer, balance, obstacle) => {
    expect(obstacleTo(offer, balance)).toBe(obstacle);
  });
});

describe('the order of the items', () => {
  it('is the cheapest first, by name at the same price, sold out ones last', () => {
    const shelf = [item('Gone', 1, 0), item('Read-aloud', 500), item('Pencil', 15), item('Eraser', 15, 2)];
    expect(inShelfOrder(shelf).map(({ name }) => name)).toEqual(['Eraser', 'Pencil', 'Read-aloud', 'Gone']);
  });
});
