import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { errorResponse, type Handlers, json, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { QuickAwards } from './quick-awards';

const AWARD = 'POST /api/goalbucks/award';
const recent = [
  { amount: 5, reason: 'Helped a friend' },
  { amount: 2, reason: 'On task' },
];

function show(handlers: Handlers) {
  const calls = serve(handlers);
  const callbacks = { onAwarded: vi.fn(), onTakenBack: vi.fn() };
  const { user } = render(
    <QuickAwards classroomId="c1" recent={recent} studentIds={['s1', 's2']} {...callbacks} />,
  );
  const sent = () => calls.filter(({ path }) => path === '/api/goalbucks/award');
  return { user, sent, ...callbacks };
}

const chip = (name = '+5 GoalBucks Helped a friend') => screen.getByRole('button', { name });

// spec: 9.10
describe('a quick award', () => {
  it('is sent once with one press, with its amount and reason, and the others wait', async () => {
    const { user, sent, onAwarded } = show({
      [AWARD]: () => slowly(json({ count: 2, assignmentId: 'a1' }, 201)),
    });
    await user.dblClick(chip());
    await user.click(chip('+2 GoalBucks On task'));
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    expect(sent().map(({ body }) => body)).toEqual([
      { classroomId: 'c1', studentIds: ['s1', 's2'], amount: 5, reason: 'Helped a friend' },
    ]);
    expect(onAwarded).toHaveBeenCalledExactlyOnceWith(['s1', 's2']);
  });

  it('that is undone names its students again', async () => {
    const { user, onTakenBack } = show({
      [AWARD]: () => json({ count: 2, assignmentId: 'a1' }, 201),
      'POST /api/goalbucks/award/a1/reverse': () => json({ count: 2 }),
    });
    await user.click(chip());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(onTakenBack).toHaveBeenCalledExactlyOnceWith(['s1', 's2']);
    });
  });

  it('whose undo failed names nobody', async () => {
    const { user, onTakenBack } = show({
      [AWARD]: () => json({ count: 2, assignmentId: 'a1' }, 201),
      'POST /api/goalbucks/award/a1/reverse': () => errorResponse(500, 'No.'),
    });
    await user.click(chip());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to take the award back. Please try again.')).toBeVisible();
    expect(onTakenBack).not.toHaveBeenCalled();
  });

  it('that was refused says so and keeps the ticks', async () => {
    const { user, onAwarded } = show({ [AWARD]: () => errorResponse(500, 'No.') });
    await user.click(chip());
    expect(await screen.findByText('Failed to award GoalBucks. Please try again.')).toBeVisible();
    expect(onAwarded).not.toHaveBeenCalled();
  });

  it('whose response was lost is sent again with the same key', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(json({ count: 2, assignmentId: 'a1' }, 201)),
    ];
    const { user, sent } = show({ [AWARD]: () => answers.shift()?.() ?? errorResponse(500, 'No.') });
    await user.click(chip());
    expect(await screen.findByText('Failed to award GoalBucks. Please try again.')).toBeVisible();
    expect(await screen.findByText(/nobody knows yet whether it got the award/)).toBeVisible();
    await user.click(chip());
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    expect(screen.queryByText(/nobody knows yet/)).toBeNull();
    const [first, second] = sent();
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).toBe(first?.key);
  });
});
