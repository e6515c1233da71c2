import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { buildLedgerEntry } from '@/testing/builders';
import { json } from '@/testing/fake-server';

import { address, amara, openApp, preload } from './app-test-utils';

preload(
  () => import('@/app/student-layout'),
  () => import('@/pages/student/goals/goals'),
  () => import('@/pages/student/store'),
);

const AWARD = 'You got an award!';
const toasts = () => screen.queryByText('News from your teacher', { selector: '.toast *' });

/** Opens My Goals with an award that is new. */
async function openGoals() {
  const award = buildLedgerEntry({ id: 'e1', amount: 25, createdAt: new Date().toISOString() });
  const { user } = openApp('/student', {
    as: amara,
    handlers: { 'GET /api/students/s1/ledger': () => json([award]) },
  });
  vi.stubGlobal('scrollTo', () => {
    vi.stubGlobal('scrollY', 0);
  });
  await screen.findByText(AWARD);
  const open = (name: string) =>
    user.click(
      within(screen.getByRole('complementary', { name: 'Student Portal' })).getByRole('link', { name }),
    );
  return { open };
}

const nextFrame = () => new Promise(requestAnimationFrame);

beforeEach(() => {
  vi.stubGlobal('scrollY', 0);
});

describe('news on a page that opens after a scrolled one', () => {
  it('needs no toast, since the page begins at its top', async () => {
    const { open } = await openGoals();
    await open('Store');
    await screen.findByText('Available Items');
    await screen.findByText(AWARD);
    // The store looks where its news are in the next frame.
    await nextFrame();
    await nextFrame();
    vi.stubGlobal('scrollY', 400);
    await open('My Goals');
    await waitFor(() => {
      expect(address()).toBe('/student');
    });
    expect(await screen.findByText(AWARD)).toBeVisible();
    await nextFrame();
    await nextFrame();
    expect(scrollY).toBe(0);
    expect(toasts()).toBeNull();
  });
});
