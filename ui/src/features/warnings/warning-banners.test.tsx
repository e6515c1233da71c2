import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { warningsQuery } from './queries';
import { WarningBanners } from './warning-banners';

const low = { code: 'disk_low', key: 'warning.disk_low', sentence: 'The disk has less than 350 MB left.' };
const lower = { code: 'disk_low', key: 'warning.disk_low', sentence: 'The disk has less than 300 MB left.' };
const clock = { code: 'clock_wrong', key: 'warning.clock_too_early', sentence: 'The clock is wrong.' };

function show(answer: () => (typeof low)[]) {
  serve({ 'GET /api/warnings': () => json(answer()) });
  const { unmount, user, queryClient } = render(<WarningBanners />);
  const refresh = () => queryClient.invalidateQueries({ queryKey: warningsQuery.queryKey });
  return { unmount, user, refresh };
}

afterEach(() => {
  sessionStorage.clear();
});

describe('warnings', () => {
  // spec: 15.7
  it('stand there one below the other', async () => {
    show(() => [low, clock]);
    expect(await screen.findByText(low.sentence)).toBeVisible();
    expect(screen.getByText(clock.sentence)).toBeVisible();
  });

  it('go for good in this window when they are closed, each by itself', async () => {
    const { user, unmount } = show(() => [low, clock]);
    const [first] = await screen.findAllByRole('button', { name: 'Close this message' });
    if (first) await user.click(first);
    expect(screen.queryByText(low.sentence)).toBeNull();
    unmount();
    show(() => [low, clock]);
    expect(await screen.findByText(clock.sentence)).toBeVisible();
    expect(screen.queryByText(low.sentence)).toBeNull();
  });

  it('come again when they say something else', async () => {
    let now = [low];
    const { user, refresh } = show(() => now);
    await user.click(await screen.findByRole('button', { name: 'Close this message' }));
    now = [lower];
    await refresh();
    expect(await screen.findByText(lower.sentence)).toBeVisible();
  });
});
