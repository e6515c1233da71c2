import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import { healthy, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ProofThumbnail } from './proof-thumbnail';

it('a thumbnail that failed to load is retried when the server is back', async () => {
  vi.useFakeTimers();
  serve({});
  const { container } = render(
    <ProofThumbnail row={{ studentName: 'Amara Okafor' }} imageUrl="/photo" onEnlarge={vi.fn()} />,
  );
  const photo = () => container.querySelector('img');
  fireEvent.error(photo() ?? container);
  expect(screen.getByText("The photo didn't load.")).toBeVisible();
  act(connection.reportNoResponse);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(photo()).toHaveAttribute('src', '/photo?size=thumb&attempt=1');
  vi.useRealTimers();
});

// spec: 12.8
it('a thumbnail in whose place a portal answered shows the outage, and comes when it is over', async () => {
  vi.useFakeTimers();
  let isBlocked = true;
  const portal = () => new Response('<h1>Please log in</h1>', { headers: { 'Content-Type': 'text/html' } });
  vi.stubGlobal('fetch', () => Promise.resolve(isBlocked ? portal() : healthy()));
  const { container } = render(
    <ProofThumbnail row={{ studentName: 'Amara Okafor' }} imageUrl="/photo" onEnlarge={vi.fn()} />,
  );
  const photo = () => container.querySelector('img');
  fireEvent.error(photo() ?? container);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(connection.outage.get()).toBe('server');
  isBlocked = false;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(photo()).toHaveAttribute('src', '/photo?size=thumb&attempt=1');
  vi.useRealTimers();
});
