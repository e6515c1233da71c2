import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Schemas } from '@/api/types';
import { buildTeacherUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { SubstituteWasHere } from './substitute-was-here';

const justNow = new Date().toISOString();
const row = (fields: Partial<Schemas['SubstitutionResponse']> = {}): Schemas['SubstitutionResponse'] => ({
  id: 'one',
  classroomId: 'c1',
  className: 'Room 12 Homeroom',
  name: 'Dana Cho',
  beganAt: justNow,
  endedAt: justNow,
  approved: 14,
  denied: 0,
  awards: 1,
  handedOver: 3,
  ...fields,
});

function show(rows: Schemas['SubstitutionResponse'][]) {
  serve({ 'GET /api/teachers/t1/substitutions': () => json(rows) });
  return render(<SubstituteWasHere />, { signedInAs: buildTeacherUser() });
}

// spec: 27.6
it('says what a substitute did, once on each device, with a link to the log up to then', async () => {
  const { user, unmount } = show([row()]);
  expect(await screen.findByRole('heading', { name: /Dana Cho stood in on/ })).toBeVisible();
  expect(screen.getByText(/14 approved, 1 award, 3 purchases handed out/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See What Was Done' })).toHaveAttribute(
    'href',
    `/teacher/activity?until=${encodeURIComponent(justNow)}`,
  );
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/stood in on/)).toBeNull();
  unmount();
  show([row()]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(/stood in on/)).toBeNull();
});

it('has one notice after the other, and says if nothing was done', async () => {
  const nothing = row({ id: 'two', name: 'Noel Baker', approved: 0, awards: 0, handedOver: 0 });
  const { user } = show([nothing, row()]);
  expect(await screen.findByText(/nothing was reviewed, awarded or handed out/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('heading', { name: /Dana Cho stood in on/ })).toBeVisible();
});

it('says what was done while the teacher was away for a week, on a device that has shown nothing so far', async () => {
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const week = [row({ id: 'three', name: 'Noel Baker', endedAt: days(3.5) }), row({ endedAt: days(8) })];
  const { user } = show(week);
  expect(await screen.findByRole('heading', { name: /Noel Baker stood in on/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('heading', { name: /Dana Cho stood in on/ })).toBeVisible();
});
