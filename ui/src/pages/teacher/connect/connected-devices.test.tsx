import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { json } from '@/testing/fake-server';

import { openConnect, signedIn } from './connect-test-utils';

describe('who got in', () => {
  it('is counted in devices, one and many', async () => {
    const { change } = openConnect();
    expect(await screen.findByText('No device has reached this address yet')).toBeVisible();
    await act(() => change({ devices: 1 }));
    expect(await screen.findByText('1 device has reached this address')).toBeVisible();
    await act(() => change({ devices: 12 }));
    expect(await screen.findByText('12 devices have reached this address')).toBeVisible();
  });

  it('is counted in students of the class who are signed in, as on the class page and the board', async () => {
    const reach = { devices: 12, connectedStudents: 9 };
    const here = { 'GET /api/classrooms/{classroom_id}/here': () => json(['s2']) };
    const { user } = openConnect(undefined, { reach, handlers: { ...signedIn('s0', 's2'), ...here } });
    expect(await screen.findByText('2 of 3 signed in, 1 here now')).toBeVisible();
    expect(screen.queryByText(/connected/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    const board = within(await screen.findByRole('dialog', { name: 'Connect students' }));
    expect(await board.findByText('2 of 3 signed in, 1 here now')).toBeVisible();
  });
});
