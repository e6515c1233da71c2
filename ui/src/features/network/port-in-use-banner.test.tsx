import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Network } from '@/api/types';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildNetwork } from '@/testing/server-builders';

import { PortInUseBanner } from './port-in-use-banner';

const network = buildNetwork();

const elsewhere: Network = { ...network, port: 8088, takenPort: 8080, url: 'http://192.168.1.20:8088' };

async function show(answer: Network) {
  const calls = serve({ 'GET /api/network': () => json(answer) });
  const { unmount } = render(
    <>
      <PortInUseBanner />
      <p>The page</p>
    </>,
  );
  await expect.poll(() => calls.length).toBe(1);
  return unmount;
}

const SAID =
  "Another program uses GoalBucks' usual address, so it is different today: 192.168.1.20:8088. " +
  "Saved bookmarks won't work until you close that program and start GoalBucks again.";

describe('a port in use', () => {
  // spec: 15.2
  it('shows a banner with the current address and instructions', async () => {
    await show(elsewhere);
    expect(await screen.findByRole('status')).toHaveTextContent(SAID);
  });

  it('tells the ports to whoever opens Details', async () => {
    await show(elsewhere);
    const ports = await screen.findByText(/^Port 8080 is used by another program/);
    expect(ports).not.toBeVisible();
    await userEvent.click(screen.getByText('Details'));
    expect(ports).toHaveTextContent('GoalBucks listens at port 8088 in its place.');
    expect(ports).toBeVisible();
  });

  it('isn’t told again in this window once the message is closed', async () => {
    const unmount = await show(elsewhere);
    (await screen.findByRole('button', { name: 'Close this message' })).click();
    await expect.poll(() => screen.queryByRole('status')).toBeNull();
    unmount();
    await show(elsewhere);
    expect(screen.queryByText(/^Another program uses/)).toBeNull();
  });

  it('is told again when yet another port stands in', async () => {
    const unmount = await show(elsewhere);
    (await screen.findByRole('button', { name: 'Close this message' })).click();
    unmount();
    await show({ ...elsewhere, port: 8090, url: 'http://192.168.1.20:8090' });
    expect(await screen.findByText('192.168.1.20:8090')).toBeVisible();
  });

  it('names no address while there is no network', async () => {
    await show({ ...elsewhere, address: null, url: null });
    expect(await screen.findByText(/so it is different today\. Saved bookmarks/)).toBeVisible();
  });

  it('without a conflict shows no banner', async () => {
    await show(network);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
