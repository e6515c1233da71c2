import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ComputerSettings } from '@/api/types';
import { buildTeacherUser } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildSettings } from '@/testing/server-builders';

import { Privacy } from './privacy';

const settings = buildSettings({ dataFolder: null, canShowLogs: false });
const SETTINGS = 'GET /api/settings';
const CHANGE = 'PUT /api/settings';
const COUNT = 'GET /api/settings/image-retention';

function open(present: Partial<ComputerSettings> = {}, handlers: Handlers = {}) {
  const calls = serve({
    [SETTINGS]: () => json({ ...settings, ...present }),
    [COUNT]: () => json({ images: 12 }),
    [CHANGE]: ({ body }) => slowly(json({ ...settings, ...(body as Partial<ComputerSettings>) })),
    ...handlers,
  });
  const { user } = render(<Privacy isSchool={false} />, { signedInAs: buildTeacherUser() });
  const changes = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { user, calls, changes };
}

const choice = () => screen.findByLabelText('Remove old photos');

describe('privacy', () => {
  it('offers everything of the classes as a file', () => {
    open();
    expect(screen.getByRole('link', { name: 'Export All Data' })).toHaveAttribute(
      'href',
      '/api/teachers/t1/export?language=en',
    );
  });

  // spec: 15.12
  it('tells how many photos go before it is switched on, and changes nothing when that is called off', async () => {
    const { user, calls, changes } = open();
    await user.selectOptions(await choice(), 'After 3 months');
    const question = await screen.findByRole('alertdialog', { name: 'Keep photos for 3 months?' });
    expect(await within(question).findByText(/This removes 12 photos now/)).toBeVisible();
    expect(question).toHaveAccessibleDescription(/Backups still hold removed photos for up to 4 weeks/);
    expect(calls.find(({ path }) => path.endsWith('image-retention'))?.query).toBe('?days=90');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await choice()).toHaveValue('off');
    expect(changes()).toEqual([]);
  });

  it('is switched on once, however often the button is pressed', async () => {
    const { user, changes } = open();
    await user.selectOptions(await choice(), 'After 1 year');
    await user.dblClick(await screen.findByRole('button', { name: 'Remove Old Photos' }));
    expect(await screen.findByText('Photos are kept for 1 year.')).toBeVisible();
    expect(await choice()).toHaveValue('365');
    expect(changes()).toEqual([{ imageRetentionDays: 365 }]);
  });

  it('asks before it is shortened, not before it is lengthened or switched off', async () => {
    const { user, changes } = open({ imageRetentionDays: 180 });
    await user.selectOptions(await choice(), 'After 3 months');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.selectOptions(await choice(), 'After 2 years');
    expect(await screen.findByText('Photos are kept for 2 years.')).toBeVisible();
    await user.selectOptions(await choice(), 'Off: photos stay');
    expect(await screen.findByText('Photos stay.')).toBeVisible();
    expect(changes()).toEqual([{ imageRetentionDays: 730 }, { imageRetentionDays: null }]);
  });

  it('is no danger where no photo is that old', async () => {
    const { user } = open({}, { [COUNT]: () => json({ images: 0 }) });
    await user.selectOptions(await choice(), 'After 2 years');
    expect(await screen.findByText('No photo is that old now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change Setting' })).toBeEnabled();
  });

  it('removes nothing that could not be counted', async () => {
    const { user } = open({}, { [COUNT]: () => errorResponse(503, 'Busy.') });
    await user.selectOptions(await choice(), 'After 3 months');
    expect(await screen.findByText('The photos could not be counted')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Old Photos' })).toBeDisabled();
  });

  it('that failed keeps its question', async () => {
    const { user } = open({}, { [CHANGE]: () => errorResponse(503, 'Busy.') });
    await user.selectOptions(await choice(), 'After 3 months');
    await user.click(await screen.findByRole('button', { name: 'Remove Old Photos' }));
    expect(await screen.findByText('Failed to change setting. Please try again.')).toBeVisible();
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  it('shows days that were set otherwise', async () => {
    open({ imageRetentionDays: 45 });
    expect(await choice()).toHaveDisplayValue('After 45 days');
  });

  it('is read-only on another device', async () => {
    open({ changeable: false });
    expect(await choice()).toBeDisabled();
    expect(screen.getByText('You can change this on the class computer itself.')).toBeVisible();
  });

  it('that did not load offers to try again', async () => {
    open({}, { [SETTINGS]: () => errorResponse(500, 'No.') });
    expect(await screen.findByText("This setting didn't load")).toBeVisible();
  });
});
