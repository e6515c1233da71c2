import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClassGoal } from '@/api/types';
import { initialAmount, maxGift, suggestedAmounts } from '@/features/class-goal/student/amounts';
import { buildClassGoal, buildStudentUser } from '@/testing/builders';
import { errorResponse, json, noContent, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ClassGoalOfPage } from './goals/class-goal';

type World = { goal: ClassGoal | null; balance: number; lost: number; refusal: Response | null };

const GIFTS = '/api/class-goals/cg1/gifts';
const LOST = new TypeError('Failed to fetch');

const celebrate = vi.hoisted(() => vi.fn());
vi.mock('@/shared/celebration/celebrate', () => ({ celebrate }));

function give(world: World, amount: number): Response {
  if (world.goal === null) return errorResponse(404, 'Not found.');
  const given = world.goal.given + amount;
  const ownGift = (world.goal.ownGift ?? 0) + amount;
  world.balance -= amount;
  world.goal = { ...world.goal, given, ownGift, status: given === world.goal.goalbucks ? 'reached' : 'open' };
  return json({ given, ownGift }, 201);
}

function show(changes: Partial<ClassGoal> = {}, others: Partial<World> = {}) {
  const world: World = {
    goal: buildClassGoal({ name: 'Pizza party', ownGift: 0, ...changes }),
    balance: 240,
    lost: 0,
    refusal: null,
    ...others,
  };
  const calls = serve({
    'GET /api/class-goals/classroom/c1': () => json(world.goal === null ? [] : [world.goal]),
    'GET /api/students/s1/goalbucks': () => json({ balance: world.balance, earned: 240, spent: 0 }),
    'POST /api/class-goals/{class_goal_id}/gifts': ({ body }) => {
      if (world.refusal !== null) return world.refusal;
      if (world.lost > 0) {
        world.lost -= 1;
        throw LOST;
      }
      return slowly(give(world, body.amount)) as never;
    },
    'DELETE /api/class-goals/{class_goal_id}/gifts': () => {
      const own = world.goal?.ownGift ?? 0;
      world.balance += own;
      if (world.goal) world.goal = { ...world.goal, given: world.goal.given - own, ownGift: 0 };
      return noContent();
    },
  });
  const { user, queryClient } = render(<ClassGoalOfPage />, { signedInAs: buildStudentUser() });
  const gifts = () => calls.filter(({ method, path }) => method === 'POST' && path === GIFTS);
  return { user, queryClient, world, calls, gifts };
}

const card = async () => within(await screen.findByRole('region', { name: 'Class goal' }));
const dialog = () => within(screen.getByRole('dialog', { name: 'Chip In' }));
const open = async (user: ReturnType<typeof show>['user']) => {
  await user.click(await (await card()).findByRole('button', { name: 'Chip In' }));
};

beforeEach(() => {
  celebrate.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// spec: 25.3, 25.4, 25.7
describe('the class goal on My Goals', () => {
  it('shows name, sum, what is missing and the own share', async () => {
    show({ ownGift: 20 });
    const shown = await card();
    expect(shown.getByRole('heading', { name: 'Pizza party' })).toBeVisible();
    expect(shown.getByText('640 of 1,000')).toBeVisible();
    expect(shown.getByText('360 more to go')).toBeVisible();
    expect(shown.getByText('You chipped in 20.')).toBeVisible();
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '640 of 1,000');
  });

  it('is nothing at all without a class goal', async () => {
    const { calls } = show({}, { goal: null });
    await waitFor(() => {
      expect(calls.some(({ path }) => path === '/api/class-goals/classroom/c1')).toBe(true);
    });
    expect(screen.queryByRole('region', { name: 'Class goal' })).toBeNull();
  });

  it('asks nobody to give: who has nothing can’t, and who gave nothing reads that nobody has to', async () => {
    show({}, { balance: 0 });
    const shown = await card();
    expect(shown.getByText('Nobody has to.')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Chip In' })).toBeDisabled();
  });

  it('takes back what was given', async () => {
    const { user, world } = show({ ownGift: 20 });
    await user.click(await (await card()).findByRole('button', { name: 'Take Mine Back' }));
    expect(await screen.findByText('You have your 20 back.')).toBeVisible();
    expect(world.balance).toBe(260);
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Take Mine Back' })).toBeNull();
    });
  });

  it('celebrates once when the goal is reached while the page is open', async () => {
    const { world, queryClient } = show();
    await card();
    world.goal = buildClassGoal({ name: 'Pizza party', given: 1000, status: 'reached', ownGift: 0 });
    await act(() => queryClient.invalidateQueries({ queryKey: ['class-goal'] }));
    expect(await screen.findByText(/^We did it!/)).toBeVisible();
    await act(() => queryClient.invalidateQueries({ queryKey: ['class-goal'] }));
    expect(celebrate).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Chip In' })).toBeNull();
  });

  it('doesn’t celebrate a goal that was reached before, and still shows the own share', async () => {
    show({ given: 1000, status: 'reached', ownGift: 20 });
    expect(await screen.findByText('We did it! Your teacher says when it happens.')).toBeVisible();
    expect(screen.getByText('You chipped in 20.')).toBeVisible();
    expect(celebrate).not.toHaveBeenCalled();
  });
});

// spec: 25.3, 25.4, 25.7
describe('chipping in', () => {
  it('proposes three amounts by the target, the middle one first', () => {
    expect([suggestedAmounts(999), suggestedAmounts(1000)]).toEqual([
      [5, 10, 25],
      [10, 50, 100],
    ]);
    expect([50, 49, 9].map((max) => initialAmount([10, 50, 100], max))).toEqual([50, 10, null]);
    expect(maxGift(-3, 20)).toBe(0);
  });

  it('gives the chosen amount once, however often the button is pressed', async () => {
    const { user, gifts, world } = show();
    await open(user);
    await user.click(dialog().getByRole('radio', { name: '100' }));
    await user.dblClick(dialog().getByRole('button', { name: 'Chip In 100' }));
    expect(await screen.findByText('You chipped in 100. Thank you!')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(gifts().map(({ body }) => body)).toEqual([{ amount: 100 }]);
    expect(world.balance).toBe(140);
    expect((await card()).getByText('740 of 1,000')).toBeVisible();
  });

  it('gives another amount, and says what is wrong with one', async () => {
    const { user, gifts } = show();
    await open(user);
    const other = dialog().getByRole('textbox', { name: /Another amount/ });
    await user.type(other, '241');
    await user.click(dialog().getByRole('button', { name: 'Chip In' }));
    expect(dialog().getByText('You have 240 GoalBucks.')).toBeVisible();
    await user.clear(other);
    await user.type(other, '7');
    await user.click(dialog().getByRole('button', { name: 'Chip In 7' }));
    expect(await screen.findByText('You chipped in 7. Thank you!')).toBeVisible();
    expect(gifts().map(({ body }) => body)).toEqual([{ amount: 7 }]);
  });

  it('offers no more than is missing', async () => {
    const { user } = show({ given: 960 });
    await open(user);
    expect(dialog().getByRole('radio', { name: '50' })).toBeDisabled();
    expect(dialog().getByRole('radio', { name: '10' })).toBeChecked();
    expect(dialog().getByText('At most 40.')).toBeVisible();
    await user.type(dialog().getByRole('textbox', { name: /Another amount/ }), '41');
    await user.click(dialog().getByRole('button', { name: 'Chip In' }));
    expect(dialog().getByText('The class needs only 40 more.')).toBeVisible();
  });

  it('sends the same gift again after a lost answer, with the same key', async () => {
    const { user, gifts } = show({}, { lost: 1 });
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Chip In 50' }));
    expect(await dialog().findByText(/We don’t know yet if you chipped in/)).toBeVisible();
    expect(dialog().getByRole('radio', { name: '10' })).toBeDisabled();
    await user.click(dialog().getByRole('button', { name: 'Chip In 50' }));
    expect(await screen.findByText('You chipped in 50. Thank you!')).toBeVisible();
    const [first, second] = gifts();
    expect(first?.key).toBe(second?.key);
  });

  it('shows the sentence of a refusal', async () => {
    const sentence = 'Only 8 GoalBucks are missing. Please give 8 or less.';
    const { user } = show({}, { refusal: errorResponse(409, sentence, { code: 'more_than_missing' }) });
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Chip In 50' }));
    expect(await dialog().findByText(sentence)).toBeVisible();
  });
});
