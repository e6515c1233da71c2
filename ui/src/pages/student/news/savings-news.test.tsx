import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildSavings } from '@/testing/builders';

import { card, news, show } from './news-test-utils';

const deleted = buildSavings({ itemId: null, itemName: 'Class DJ', goalbucksCost: null });
const GONE = '“Class DJ” is not in the store any more';

describe('the item that a student saved for', () => {
  // spec: 25.1
  it('was deleted: says so until it is dismissed, on all devices', async () => {
    const { user, server, refresh } = show({ savings: deleted });
    await screen.findByRole('heading', { name: GONE });
    expect(card(GONE).getByText(/Your GoalBucks are still yours/)).toBeVisible();
    await user.click(card(GONE).getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(screen.queryByRole('heading', { name: GONE })).toBeNull();
    });
    expect(server.savings).toBeNull();
    await refresh();
    expect(screen.queryByRole('heading', { name: GONE })).toBeNull();
  });

  it('is announced again when dismissing it failed', async () => {
    const { user } = show({ savings: deleted, refusesSavings: true });
    await screen.findByRole('heading', { name: GONE });
    await user.click(card(GONE).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText("Your choice wasn't saved. Please try again.")).toBeVisible();
    expect(await screen.findByRole('heading', { name: GONE })).toBeVisible();
  });

  it('is still there: no news', async () => {
    const { settle } = show({ savings: buildSavings() });
    await settle();
    expect(news()).toBe('');
  });
});
