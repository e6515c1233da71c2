import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { Backup } from '@/api/types';
import { type Handlers, json, noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildBackup, buildBackups } from '@/testing/server-builders';

import { Backups } from './backups';

const LIST = 'GET /api/backups';
const DELETE = 'DELETE /api/backups/by-hand-50';

const at = (minute: number, second: number) => new Date(2025, 9, 13, 9, minute, second).toISOString();

function backup(kind: Backup['kind'], minute: number, second: number, locked = false): Backup {
  const sharesPhotos = kind === 'daily';
  return buildBackup({ name: `${kind}-${second}`, kind, madeAt: at(minute, second), locked, sharesPhotos });
}

const byHand = backup('by-hand', 41, 50);
const locked = backup('before-restore', 41, 5, true);
const daily = backup('daily', 0, 7);

async function open(answer: NonNullable<Handlers[typeof DELETE]>) {
  let kept = [byHand, locked, daily];
  const present = { folder: null, canShowFolder: false, newestAt: daily.madeAt };
  const calls = serve({
    [LIST]: () => json(buildBackups({ ...present, backups: kept })),
    [DELETE]: async (call) => {
      const answered = await answer(call);
      if (answered.ok) kept = [locked, daily];
      return answered;
    },
  });
  const { user } = render(<Backups onRestored={vi.fn()} />);
  const list = within(await screen.findByRole('list', { name: 'Kept backups' }));
  const deletions = () => calls.filter(({ method }) => method === 'DELETE');
  return { user, list, deletions };
}

describe('a kept backup', () => {
  it('shows its seconds where another is of the same minute', async () => {
    const { list } = await open(noContent);
    expect(list.getAllByText(/ at \d/).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/ at 9:41:50\sAM$/),
      expect.stringMatching(/ at 9:41:05\sAM$/),
      expect.stringMatching(/ at 9:00\sAM$/),
    ]);
  });

  it('that shares its photos says so beside its size', async () => {
    const { list } = await open(noContent);
    expect(list.getAllByText(/3\.4 MB/).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/3\.4 MB$/),
      expect.stringMatching(/3\.4 MB$/),
      expect.stringMatching(/3\.4 MB and shared photos$/),
    ]);
  });

  it('that the teacher made, or that is locked, is deleted after a question, once', async () => {
    const { user, list, deletions } = await open(() => slowly(noContent()));
    expect(list.getAllByRole('button', { name: /^Delete the backup made/ })).toHaveLength(2);
    await user.click(list.getByRole('button', { name: /^Delete the backup made .*9:41:50/ }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Backup' }));
    expect(deletions()).toEqual([]);
    await user.dblClick(question.getByRole('button', { name: 'Delete Backup' }));
    expect(await screen.findByText('Backup deleted')).toBeVisible();
    await expect.poll(() => list.queryByText('Made by you')).toBeNull();
    expect(deletions()).toHaveLength(1);
  });

  it('that could not be deleted keeps its question', async () => {
    const { user, list } = await open(() => errorResponse(503, 'In use.'));
    await user.click(list.getByRole('button', { name: /^Delete the backup made .*9:41:50/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete Backup' }));
    expect(await screen.findByText('Failed to delete backup. Please try again.')).toBeVisible();
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });
});
