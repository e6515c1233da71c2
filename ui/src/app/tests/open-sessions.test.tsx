import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildOpenSession } from '@/testing/builders';
import { type Handlers, json, noContent, errorResponse, slowly } from '@/testing/fake-server';

import { address, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/settings'),
);

const LIST = 'GET /api/account/sessions';
const own = buildOpenSession();
const ipad = buildOpenSession({ id: 'x2', device: 'iPad, Safari', current: false });
const unknown = buildOpenSession({ id: 'x3', device: null, current: false });

const section = async () => within(await screen.findByRole('region', { name: "Where you're signed in" }));
const open = (handlers: Handlers) => openApp('/teacher/settings', { as: rivera, handlers });

describe('the sessions of a teacher', () => {
  // spec: 2.35
  it('are listed with their devices and times, and this device is marked', async () => {
    open({ [LIST]: () => json([own, ipad, unknown]) });
    const rows = await (await section()).findAllByRole('listitem');
    expect(rows.map((row) => /^(.*)Signed in on October 13, 2025 at /.exec(row.textContent)?.[1])).toEqual([
      'Windows, EdgeThis device',
      'iPad, Safari',
      'Unknown device',
    ]);
    expect((await section()).queryByText("You aren't signed in anywhere else.")).not.toBeInTheDocument();
  });

  // spec: 2.35
  it('are ended one at a time, and the list shows what is left', async () => {
    let sessions = [own, ipad, unknown];
    const { user, calls } = open({
      [LIST]: () => json(sessions),
      'DELETE /api/account/sessions/x2': () => {
        sessions = [own, unknown];
        return slowly(noContent());
      },
    });
    const list = await section();
    const button = await list.findByRole('button', { name: 'Sign Out iPad, Safari' });
    expect(button).toHaveAccessibleDescription(/^Signed in on October 13, 2025 at /);
    await user.dblClick(button);
    expect(await screen.findByText('Signed out')).toBeVisible();
    await waitFor(() => {
      expect(list.queryByText('iPad, Safari')).not.toBeInTheDocument();
    });
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('heading', { name: "Where you're signed in" })).toHaveFocus();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(address()).toBe('/teacher/settings');
  });

  // spec: 2.35
  it('end on this device at the login screen', async () => {
    const { user } = open({ 'DELETE /api/account/sessions/x1': noContent });
    const list = await section();
    expect(await list.findByText("You aren't signed in anywhere else.")).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Sign Out Windows, Edge' }));
    await expect.poll(address).toBe('/');
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  it('that ended meanwhile count as signed out', async () => {
    let sessions = [own, ipad];
    const { user } = open({
      [LIST]: () => json(sessions),
      'DELETE /api/account/sessions/x2': () => {
        sessions = [own];
        return errorResponse(404, 'Not found.');
      },
    });
    const list = await section();
    await user.click(await list.findByRole('button', { name: 'Sign Out iPad, Safari' }));
    expect(await screen.findByText('Signed out')).toBeVisible();
    expect(await list.findByText("You aren't signed in anywhere else.")).toBeVisible();
  });

  it('that could not be ended stay in the list, and a toast says so', async () => {
    const { user } = open({
      [LIST]: () => json([own, ipad]),
      'DELETE /api/account/sessions/x2': () => errorResponse(503, 'Busy.'),
    });
    const list = await section();
    await user.click(await list.findByRole('button', { name: 'Sign Out iPad, Safari' }));
    expect(
      await screen.findByText('Failed to sign out the device. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(list.getByText('iPad, Safari')).toBeVisible();
  });

  it('that did not load offer to try again', async () => {
    open({ [LIST]: () => errorResponse(500, 'No.') });
    const list = await section();
    expect(await list.findByText("Your devices didn't load")).toBeVisible();
    expect(list.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
