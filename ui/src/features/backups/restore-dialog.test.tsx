import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { Backup } from '@/api/types';
import { json, refusal, serve } from '@/testing/fake-server';

import { RestoreDialog } from './restore-dialog';

const daily: Backup = {
  name: 'daily',
  kind: 'daily',
  madeAt: '2025-10-13T12:00:00Z',
  bytes: 3_400_000,
  locked: false,
  sharesPhotos: true,
};

it('offers to restore a backup without its photos once they are said to be missing', async () => {
  const answers = [refusal(409, 'The photos are not with it.', { code: 'photos_missing' })];
  const calls = serve({
    'POST /api/backups/daily/restore': () => answers.shift() ?? json({ keptAs: null }),
    'GET /api/backups': () => json({ backups: [] }),
  });
  const onRestored = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RestoreDialog source={daily} onClose={vi.fn()} onRestored={onRestored} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Yes, Restore' }));
  expect(await screen.findByText('The photos are not with it.')).toBeVisible();
  expect(onRestored).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Restore Without Photos' }));
  await expect.poll(() => onRestored.mock.calls).toHaveLength(1);
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { passphrase: null, withoutPhotos: false },
    { passphrase: null, withoutPhotos: true },
  ]);
});
