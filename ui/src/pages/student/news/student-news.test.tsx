import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { LedgerEntry } from '@/api/types';
import { throwConfetti } from '@/shared/celebration/confetti';

import { card, daysAgo, denied, entry, goal, news, show, showAgain } from './news-test-utils';

vi.mock('@/shared/celebration/confetti', () => ({ throwConfetti: vi.fn() }));

const takenBack = (id: string, award: LedgerEntry) =>
  entry(id, {
    reason: 'award_reversed',
    amount: -award.amount,
    description: award.description,
  });

/** Time after which the news on the page counts as seen. */
const SEEN_AFTER_MS = 5000;

let reducedMotion = false;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  reducedMotion = false;
  vi.mocked(throwConfetti).mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
});

describe('an award', () => {
  // spec: 9.9
  it('that arrives on the open page is celebrated with its amount and reason', async () => {
    const { server, settle, refresh } = show();
    await settle();
    expect(news()).toBe('');
    server.entries = [entry('a', { description: 'You helped a new classmate' })];
    await refresh();
    const award = card('You got an award!');
    expect(award.getByText('You helped a new classmate')).toBeVisible();
    expect(award.getByText('+25')).toBeVisible();
    expect(screen.getByRole('status')).toContainElement(award.getByText('You helped a new classmate'));
    await waitFor(() => {
      expect(throwConfetti).toHaveBeenCalledOnce();
    });
  });

  it('that arrives while the page is scrolled down has a toast with a button', async () => {
    vi.stubGlobal('scrollY', 400);
    const { server, settle, refresh } = show();
    await settle();
    server.entries = [entry('a')];
    await refresh();
    expect(await screen.findByText('News from your teacher', { selector: '.toast *' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show' })).toBeVisible();
    vi.stubGlobal('scrollY', 0);
  });

  it('is celebrated without confetti where less motion is wanted', async () => {
    reducedMotion = true;
    show({ entries: [entry('a')] });
    expect(await screen.findByText('You got an award!')).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  // spec: 9.9
  it('that came while the student was away is shown once on this device', async () => {
    const world = { entries: [entry('a')] };
    show(world);
    expect(await screen.findByText('You got an award!')).toBeVisible();
    vi.advanceTimersByTime(SEEN_AFTER_MS);
    expect(screen.getByText('You got an award!')).toBeVisible();
    const { settle } = showAgain(world);
    await settle();
    expect(news()).toBe('');
  });

  it('that nobody had time to read is shown on the next page too, unless it was closed', async () => {
    const world = { entries: [entry('a')] };
    show(world);
    await screen.findByText('You got an award!');
    vi.advanceTimersByTime(SEEN_AFTER_MS - 1500);
    const { user } = showAgain(world);
    expect(await screen.findByText('You got an award!')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const { settle } = showAgain(world);
    await settle();
    expect(news()).toBe('');
  });

  it('on a page that lies behind another tab or a locked screen is not seen', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const world = { entries: [entry('a')] };
    show(world);
    await screen.findByText('You got an award!');
    vi.advanceTimersByTime(10 * SEEN_AFTER_MS);
    showAgain(world);
    expect(await screen.findByText('You got an award!')).toBeVisible();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(SEEN_AFTER_MS);
    const { settle } = showAgain(world);
    await settle();
    expect(news()).toBe('');
  });

  it('is shown until it is closed, also when others arrive', async () => {
    const { server, user, refresh } = show({ entries: [entry('a')] });
    await screen.findByText('Reason a');
    server.entries = [entry('b', { amount: 5 }), ...server.entries];
    await refresh();
    expect(news()).toContain('You got 2 awards!Reason b (+5)Reason a (+25)');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(news()).toBe('');
  });

  it('among many is summed up', async () => {
    show({ entries: Array.from({ length: 9 }, (_, at) => entry(`e${at}`, { amount: 10 })) });
    const awards = card(await screen.findByText('You got 9 awards!').then((each) => each.textContent));
    expect(awards.getAllByRole('listitem')).toHaveLength(6);
    expect(awards.getByText('and 4 more')).toBeVisible();
    expect(awards.getByText('+90')).toBeVisible();
  });

  it('that is old is no news on a new device', async () => {
    const { settle } = show({ entries: [entry('a', { createdAt: daysAgo(4) })] });
    await settle();
    expect(news()).toBe('');
  });

  it('that was reversed before the student saw it is not announced', async () => {
    const award = entry('a');
    const { settle } = show({ entries: [takenBack('b', award), award] });
    await settle();
    expect(news()).toBe('');
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('that is reversed after the student saw it is announced as a notice', async () => {
    const award = entry('a');
    const { server, refresh } = show({ entries: [award] });
    await screen.findByText('You got an award!');
    server.entries = [takenBack('b', award), award];
    await refresh();
    expect(news()).toMatch(/^An award was taken backReason a-25 GoalBucks/);
  });
});

describe('a correction', () => {
  // spec: 9.9
  it.each([
    [-10, '-10'],
    [10, '+10'],
  ])('by %d is announced as a notice with its reason', async (amount, shown) => {
    show({ entries: [entry('a', { amount, reason: 'correction', description: 'Counted twice' })] });
    const correction = card(
      await screen.findByText('Your teacher changed your GoalBucks').then((it) => it.textContent),
    );
    expect(correction.getByText('Counted twice')).toBeVisible();
    expect(correction.getByText(shown)).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('among several is summed up', async () => {
    const one = { reason: 'correction' as const };
    show({ entries: [entry('a', { ...one, amount: -10 }), entry('b', { ...one, amount: 3 })] });
    expect(await screen.findByText('Your balance was changed 2 times')).toBeVisible();
    expect(news()).toContain('Reason a (-10)Reason b (+3)-7 GoalBucks');
  });
});

describe('a new term', () => {
  // spec: 24.6
  it('is told once with what the student finished with, apart from other changes', async () => {
    const reset = entry('n', { reason: 'new_term', amount: -240, description: 'Fall' });
    const world = { entries: [reset, entry('c', { reason: 'correction', amount: 9 })] };
    const { user } = show(world);
    await screen.findByText('New term!');
    expect(news()).toMatch(/^New term!Everybody starts at 0\. You finished with 240\.Your teacher changed/);
    expect(throwConfetti).not.toHaveBeenCalled();
    const [close] = screen.getAllByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    expect(news()).not.toContain('New term!');
    expect(news()).toContain('Reason c');
  });
});

describe('an award that is taken back among other changes', () => {
  it('is named as taken back', async () => {
    const award = entry('a');
    const { server, refresh } = show({ entries: [award] });
    await screen.findByText('You got an award!');
    const correction = entry('c', { reason: 'correction', amount: -50 });
    server.entries = [correction, takenBack('b', award), award];
    await refresh();
    expect(news()).toContain('Reason c (-50)An award was taken back: Reason a (-25)-75 GoalBucks');
  });
});

describe('an approval that is undone', () => {
  const paid = entry('a', { reason: 'goal', amount: 15, description: 'Spelling list' });
  const undone = entry('b', { reason: 'goal_reversed', amount: -15, description: 'Spelling list' });

  it('is announced as a notice with its goal and amount', async () => {
    const { server, refresh, settle } = show({ entries: [paid] });
    await settle();
    vi.advanceTimersByTime(SEEN_AFTER_MS);
    server.entries = [undone, paid];
    await refresh();
    const reopened = card('A goal was opened again');
    expect(reopened.getByText('Spelling list')).toBeVisible();
    expect(reopened.getByText('-15')).toBeVisible();
    expect(reopened.getByText('You get them back when your teacher says yes.')).toBeVisible();
  });

  it('before the student saw it is not mentioned', async () => {
    const { settle } = show({ entries: [undone, paid] });
    await settle();
    expect(news()).toBe('');
  });
});

it('ledger entries of goals and purchases are not announced', async () => {
  const reasons = ['goal', 'purchase', 'refund'] as const;
  const { settle } = show({ entries: reasons.map((reason) => entry(reason, { reason })) });
  await settle();
  expect(news()).toBe('');
});

describe('a denial', () => {
  // spec: 9.9
  it.each([
    [true, 'You can try again and send new proof.'],
    [false, "This goal can't be sent again. If you have a question, ask your teacher."],
  ])('arrives with the comment in full (another try: %s)', async (allowResubmission, next) => {
    const { server, settle, refresh } = show({ goals: [goal('1')] });
    await settle();
    server.denied = [denied('1', 'A good start!\n\nThe end is missing.', { allowResubmission })];
    await refresh();
    const denial = card('Your teacher looked at “Goal 1”');
    expect(denial.getByText(/A good start!/).textContent).toBe('A good start!\n\nThe end is missing.');
    expect(denial.getByText(next)).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('is shown once on this device, and again when it was undone and written anew', async () => {
    const first = { goals: [goal('1')], denied: [denied('1', 'Too short.', { reviewedAt: daysAgo(1) })] };
    show(first);
    expect(await screen.findByText('Too short.')).toBeVisible();
    vi.advanceTimersByTime(SEEN_AFTER_MS);
    const { server, settle, refresh } = showAgain(first);
    await settle();
    expect(news()).toBe('');
    server.denied = [denied('1', 'Still too short.')];
    await refresh();
    expect(await screen.findByText('Still too short.')).toBeVisible();
  });

  it('goes when the student has sent new proof', async () => {
    const { server, refresh } = show({ goals: [goal('1')], denied: [denied('1', 'Too short.')] });
    await screen.findByText('Too short.');
    server.denied = [denied('1', '', { id: 'p-2', status: 'pending', comment: null }), ...server.denied];
    await refresh();
    expect(news()).toBe('');
  });

  it('among many is counted', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    show({ goals: ids.map(goal), denied: ids.map((id) => denied(id, `Comment ${id}`)) });
    expect(await screen.findByText('Your teacher looked at 2 more goals')).toBeVisible();
    expect(screen.getAllByText(/^Comment/)).toHaveLength(3);
  });
});
