import { describe, expect, it } from 'vitest';

import { buildStoreItem } from '@/testing/builders';

import { itemSchema, type ItemValues, NO_LIMIT, toItemBody, toItemValues } from './item-schema';

const typed = {
  name: 'Homework pass',
  description: '',
  goalbucksCost: '25',
  stock: '',
  picture: null,
  ...NO_LIMIT,
};

/** The first message of each field. */
function errors(values: Partial<ItemValues>): Record<string, string> {
  const issues = itemSchema.safeParse({ ...typed, ...values }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

function body(values: Partial<ItemValues>) {
  return toItemBody(itemSchema.parse({ ...typed, ...values }));
}

describe('a store item', () => {
  // spec: 10.1
  it('has an unlimited stock when it is left blank', () => {
    expect(body({ stock: '  ' })).toEqual({
      name: 'Homework pass',
      description: null,
      goalbucksCost: 25,
      stock: null,
      picture: null,
      perStudent: null,
      per: 'ever',
    });
  });

  // spec: 10.14
  it.each(['1', '99', ' 7 '])('can have a limit of %s a week', (perStudent) => {
    const limit = { isLimited: true, perStudent, per: 'week' as const };
    expect(body(limit)).toMatchObject({ perStudent: Number(perStudent), per: 'week' });
  });

  it.each(['', '0', '100', '1.5', 'one'])('has no limit of "%s"', (perStudent) => {
    expect(errors({ isLimited: true, perStudent })).toEqual({
      perStudent: 'Use a whole number from 1 to 99.',
    });
  });

  it.each([
    ['0', 0],
    ['007', 7],
    ['1,000', 1000],
    ['1000000', 1_000_000],
  ])('can have a stock of %s', (stock, number) => {
    expect(body({ stock }).stock).toBe(number);
  });

  it.each(['-1', '1.5', '1e3', 'ten', '1,00', '+1'])('has no stock of %s', (stock) => {
    expect(errors({ stock })).toEqual({
      stock: 'Use a whole number from 0 to 1,000,000, or leave it blank for unlimited.',
    });
  });

  it('has a stock of at most 1,000,000', () => {
    expect(errors({ stock: '1000001' })).toEqual({
      stock: 'Use a whole number from 0 to 1,000,000, or leave it blank for unlimited.',
    });
  });

  it.each([
    ['1', 1],
    ['1,000,000', 1_000_000],
  ])('can cost %s', (goalbucksCost, number) => {
    expect(body({ goalbucksCost }).goalbucksCost).toBe(number);
  });

  it.each([
    ['', 'Cost is required.'],
    ['0', 'Use a whole number from 1 to 1,000,000.'],
    ['-5', 'Use a whole number from 1 to 1,000,000.'],
    ['2.5', 'Use a whole number from 1 to 1,000,000.'],
    ['9'.repeat(400), 'Use a whole number from 1 to 1,000,000.'],
    ['1000001', 'Use a whole number from 1 to 1,000,000.'],
  ])('never costs "%s"', (goalbucksCost, message) => {
    expect(errors({ goalbucksCost })).toEqual({ goalbucksCost: message });
  });

  it('needs a name, and blanks are none', () => {
    expect(errors({ name: ' ' })).toEqual({ name: 'Item name is required.' });
    expect(errors({ name: 'a'.repeat(201) })).toEqual({
      name: 'Item name can have at most 200 characters.',
    });
  });

  it('has a description of up to 5,000 characters, or none', () => {
    expect(body({ description: ' It spins. ' }).description).toBe('It spins.');
    expect(errors({ description: 'a'.repeat(5001) })).toEqual({
      description: 'A description can have at most 5,000 characters.',
    });
  });

  it('stands in its form as it was saved', () => {
    const item = buildStoreItem();
    const saved = {
      name: 'Pencil',
      description: null,
      goalbucksCost: 15,
      stock: 0,
      picture: 'pencil' as const,
      perStudent: 2,
      per: 'day' as const,
    };
    expect(toItemValues({ ...item, ...saved })).toEqual({
      name: 'Pencil',
      description: '',
      goalbucksCost: '15',
      stock: '0',
      picture: 'pencil',
      isLimited: true,
      perStudent: '2',
      per: 'day',
    });
    expect(toItemBody(toItemValues({ ...item, ...saved }))).toEqual(saved);
  });
});
