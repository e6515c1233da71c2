import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ComputerSettings } from '@/api/types';
import { type Handlers, json, noContent, errorResponse, slowly } from '@/testing/fake-server';

import { openApp, preload, rivera, settings } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/settings'),
);

const ALLOW = 'Allow teacher sign-in from other devices';
const AWAKE = 'Keep this computer awake while students are connected';
const CHANGE = 'PUT /api/settings';
const SHOW = 'POST /api/settings/show-logs';

type Answer = (answer: Response, body: unknown) => Response | Promise<Response>;

/** Opens Settings. The fake server stores changes; `answer` may replace the response to a change. */
async function openSettings(
  present: Partial<ComputerSettings> = {},
  handlers: Handlers = {},
  answer: Answer = (kept) => kept,
) {
  let kept = { ...settings, ...present };
  const opened = openApp('/teacher/settings', {
    as: rivera,
    handlers: {
      'GET /api/settings': () => json(kept),
      [CHANGE]: ({ body }) => answer(json((kept = { ...kept, ...(body as object) })), body),
      ...handlers,
    },
  });
  const section = within(await screen.findByRole('region', { name: 'This computer' }));
  await section.findByRole('switch', { name: ALLOW });
  return { ...opened, section, on: (name: string) => section.getByRole('switch', { name }) };
}

const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

describe('a switch', () => {
  // spec: 15.4
  it('is saved at once, and a second press meanwhile does nothing', async () => {
    const { user, calls, on } = await openSettings({}, {}, slowly);
    expect(on(ALLOW)).not.toBeChecked();
    await user.dblClick(on(ALLOW));
    expect(on(ALLOW)).toBeChecked();
    await waitFor(() => {
      expect(on(ALLOW)).not.toHaveAttribute('aria-busy');
    });
    expect(on(ALLOW)).toBeChecked();
    expect(on(ALLOW)).toHaveFocus();
    expect(sent(calls)).toEqual([{ teacherFromNetwork: true }]);
  });

  it('is pressed by its label, and by the keyboard', async () => {
    const { user, calls, section, on } = await openSettings();
    await user.click(section.getByText(AWAKE));
    await waitFor(() => {
      expect(on(AWAKE)).not.toHaveAttribute('aria-busy');
    });
    expect(on(AWAKE)).not.toBeChecked();
    on(AWAKE).focus();
    await user.keyboard(' ');
    expect(sent(calls)).toEqual([{ keepAwake: false }, { keepAwake: true }]);
  });

  it('goes back when it could not be saved, and says so', async () => {
    const { user, on } = await openSettings({}, { [CHANGE]: () => errorResponse(503, 'Busy.') });
    await user.click(on(AWAKE));
    expect(await screen.findByText('Failed to change setting. Please try again.')).toBeVisible();
    expect(on(AWAKE)).toBeChecked();
  });

  it('shows what was kept when only the answer was lost', async () => {
    const { user, on } = await openSettings({}, {}, () => errorResponse(500, 'Lost.'));
    await user.click(on(AWAKE));
    await expect.poll(() => on(AWAKE).getAttribute('aria-checked')).toBe('false');
  });

  it('leaves the other one alone, in whatever order they are answered', async () => {
    const { user, on } = await openSettings({}, {}, (answer, body) =>
      'keepAwake' in (body as object) ? slowly(answer) : answer,
    );
    await user.click(on(AWAKE));
    await user.click(on(ALLOW));
    await waitFor(() => {
      expect(on(AWAKE)).not.toHaveAttribute('aria-busy');
    });
    expect(on(ALLOW)).toBeChecked();
    expect(on(AWAKE)).not.toBeChecked();
  });

  it('says what it opens: attempts of students, but no registration', async () => {
    const { on } = await openSettings();
    expect(on(ALLOW)).toHaveAccessibleDescription(
      /Students’ devices can then try to sign in as a teacher too/,
    );
    expect(on(ALLOW)).toHaveAccessibleDescription(/accounts are still created on the class computer only/);
  });

  // spec: 15.5
  it('cannot be changed from another device, and says where', async () => {
    const { section, on } = await openSettings({ changeable: false, dataFolder: null, canShowLogs: false });
    for (const name of [ALLOW, AWAKE]) {
      expect(on(name)).toBeDisabled();
      expect(on(name)).toHaveAccessibleDescription(/You can change this on the class computer itself\./);
    }
    expect(on(AWAKE)).toBeChecked();
    expect(section.queryByText('Data folder')).toBeNull();
    expect(section.queryByRole('button')).toBeNull();
  });

  it('is on and fixed where a school or the start decides it', async () => {
    const { on } = await openSettings({ teacherFromNetwork: true, teacherFromNetworkFixed: true });
    expect(on(ALLOW)).toBeChecked();
    expect(on(ALLOW)).toBeDisabled();
    expect(on(ALLOW)).toHaveAccessibleDescription(/^Always on here/);
    expect(on(AWAKE)).toBeEnabled();
  });
});

describe('the program', () => {
  it('tells its license', async () => {
    const { section } = await openSettings();
    expect(section.getByText('Apache License 2.0, copyright 2026 The GoalBucks authors')).toBeVisible();
  });

  it('tells its version and its data folder, which can be copied', async () => {
    const { user, section } = await openSettings();
    expect(section.getByText('1.2.3')).toBeVisible();
    expect(section.getByText('/home/rivera/GoalBucks')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Copy' }));
    expect(await section.findByText('Data folder copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('/home/rivera/GoalBucks');
  });

  it('shows its logs on the screen of the class computer', async () => {
    const { user, calls, section } = await openSettings({}, { [SHOW]: () => slowly(noContent()) });
    await user.dblClick(section.getByRole('button', { name: 'Show logs' }));
    await section.findByRole('button', { name: 'Show logs' });
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('offers no logs where there is no screen for them', async () => {
    const { section } = await openSettings({ canShowLogs: false });
    expect(section.queryByRole('button', { name: 'Show logs' })).toBeNull();
    expect(section.getByText('/home/rivera/GoalBucks')).toBeVisible();
  });

  it('says why the logs were not shown', async () => {
    const { user, section } = await openSettings({}, { [SHOW]: () => errorResponse(409, 'No window here.') });
    await user.click(section.getByRole('button', { name: 'Show logs' }));
    expect(await screen.findByText('Failed to show logs. Please try again.')).toBeVisible();
    expect(screen.getByText('No window here.')).toBeVisible();
  });

  it('offers to try again when its settings did not load', async () => {
    openApp('/teacher/settings', {
      as: rivera,
      handlers: { 'GET /api/settings': () => errorResponse(500, 'No.') },
    });
    const section = within(await screen.findByRole('region', { name: 'This computer' }));
    expect(await section.findByText("These settings didn't load")).toBeVisible();
    expect(section.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
