import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildBackup, buildBackups } from '@/testing/server-builders';

import { RestoreDialog } from './restore-dialog';

const daily = buildBackup({ name: 'daily', sharesPhotos: true });

it('offers to restore a backup without its photos once they are said to be missing', async () => {
  const answers = [errorResponse(409, 'The photos are not with it.', { code: 'photos_missing' })];
  const calls = serve({
    'POST /api/backups/daily/restore': () =>
      answers.shift() ?? json({ keptAs: null, loginCards: 0, loginCardsEnded: 0 }),
    'GET /api/backups': () => json(buildBackups()),
  });
  const onRestored = vi.fn();
  const { user } = render(<RestoreDialog source={daily} onClose={vi.fn()} onRestored={onRestored} />);
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
