import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import { serve } from '@/testing/fake-server';
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
