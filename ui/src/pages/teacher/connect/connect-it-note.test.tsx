import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { openConnect } from './connect-test-utils';

describe('the note for IT', () => {
  const NOTE = '/teacher/connect/it-note';

  // spec: 15.2
  it('has the values of today, and prints', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = openConnect(NOTE);
    const note = await screen.findByRole('region', { name: 'Note for IT' });
    expect(await within(note).findByText(/192\.168\.1\.20 \(Wi-Fi\)/)).toBeVisible();
    for (const part of [/TCP 8080/, /UDP 5353/, /goalbucks-rivera\.local/, /isolation/, /HttpAllowlist/]) {
      expect(note).toHaveTextContent(part);
    }
    expect(note).toHaveTextContent('From Elena Rivera');
    expect(note).toHaveTextContent('nothing is sent anywhere');
    expect(print).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('is printed at once when that was asked for', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = openConnect(undefined, { reach: { devices: 1 } });
    await user.click(await screen.findByRole('button', { name: "Students can't get in?" }));
    await user.click(screen.getByRole('link', { name: 'Print the note for IT' }));
    await waitFor(() => {
      expect(print).toHaveBeenCalledOnce();
    });
  });

  it('asks for every port that addresses have', async () => {
    openConnect(NOTE, { reach: { port80: true, url: 'http://192.168.1.20' } });
    expect(await screen.findByText(/allow TCP 8080 and 80 to it/)).toBeVisible();
    expect(screen.getByText(/inbound TCP 8080 and 80, and UDP 5353/)).toBeVisible();
  });

  it('says so where there is no network or name', async () => {
    openConnect(NOTE, { reach: { address: null, url: null, hostName: null, hostNameUrl: null } });
    expect(await screen.findByText(/this computer is not connected to a network/)).toBeVisible();
    expect(screen.queryByText(/null/)).toBeNull();
  });
});
