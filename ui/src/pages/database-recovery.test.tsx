import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { recoveryNeeded } from '@/api/database-recovery';
import type { DatabaseRecovery, RestoreCandidate } from '@/api/types';
import { describeRestored, restoreNotice } from '@/features/database-recovery/restore-notice';
import { restoredCards } from '@/shared/restored-cards';
import { type Handlers, json, errorResponse, type Reply, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildDatabaseRecovery, buildRestoreCandidate } from '@/testing/server-builders';

import DatabaseRecoveryPage from './database-recovery';

const good = buildRestoreCandidate({
  name: 'goalbucks-2026-11-20-081500-daily.backup',
  madeAt: '2026-11-20T08:15:00Z',
});
const locked: RestoreCandidate = {
  ...good,
  name: 'locked.backup',
  kind: 'by-hand',
  condition: 'locked',
  students: null,
  classes: null,
};
const damaged: RestoreCandidate = { ...locked, name: 'damaged.backup', condition: 'damaged' };
const recovery = buildDatabaseRecovery({
  keptIn: '/home/rivera/GoalBucks/damaged-2026-11-21-081500',
  backups: [good, locked, damaged],
});

const busy = errorResponse(503, 'Being repaired.', { code: 'needs_rescue' });
const gone = errorResponse(404, 'Not found.', { code: 'not_found' });

function show(answer: () => Reply<DatabaseRecovery>, handlers: Handlers = {}) {
  const calls = serve({ 'GET /api/rescue': answer, ...handlers });
  const { user } = render(<DatabaseRecoveryPage />);
  return { calls, user };
}

const replace = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { origin: location.origin, replace });
});

afterEach(() => {
  recoveryNeeded.set(false);
  restoreNotice.clear();
  restoredCards.clear();
  replace.mockReset();
});

describe('at the class computer', () => {
  // spec: 15.10
  it('the newest good backup is a press away, with what it holds', async () => {
    let now = recovery;
    const { calls, user } = show(() => json(now), {
      'POST /api/rescue/restore': () => {
        now = { ...recovery, doing: 'restoring' };
        return slowly(json(now, 202));
      },
    });
    expect(await screen.findByText(/28 students in 2 classes · Daily · 3.4 MB/)).toBeVisible();
    await user.dblClick(screen.getByRole('button', { name: 'Restore this backup' }));
    expect(await screen.findByText('Bringing your class back...')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      { name: good.name, passphrase: null, withoutPhotos: false },
    ]);
    expect(describeRestored(restoreNotice.get() ?? '')).toMatch(
      /was restored\. Please sign in with the password of that time\. Login cards count as on that day; those of another computer don’t work here\.$/,
    );
    expect(restoredCards.get()).not.toBeNull();
  });

  it('leaves a message of an older version as it is', () => {
    expect(describeRestored('The backup was restored.')).toBe('The backup was restored.');
  });

  it('says where the damaged file is, and that nothing was deleted', async () => {
    show(() => json(recovery));
    expect(await screen.findByText('Nothing was deleted')).toBeVisible();
    expect(screen.getByText(/damaged-2026-11-21-081500/)).toBeVisible();
  });

  it('says that the file is missing when it is, and offers the newest good backup', async () => {
    show(() => json({ ...recovery, reason: 'missing', keptIn: null }));
    expect(await screen.findByRole('heading', { name: "Your class's data is missing" })).toBeVisible();
    expect(screen.getByText('GoalBucks deleted nothing')).toBeVisible();
    expect(screen.getByText(/put it back into its folder/)).toBeVisible();
    expect(screen.queryByText(/is kept on this computer, for/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Restore this backup' })).toBeEnabled();
  });

  it('looks for a good backup first', async () => {
    show(() => json({ ...recovery, doing: 'looking', backups: [] }));
    expect(await screen.findAllByText('Looking for the newest good backup...')).not.toHaveLength(0);
    expect(screen.queryByText(/No good backup/)).toBeNull();
  });

  it('a locked one asks for its passphrase, and again when that is wrong', async () => {
    let now = recovery;
    const { calls, user } = show(() => json(now), {
      'POST /api/rescue/restore': ({ body }) => {
        const code = JSON.stringify(body).includes('barley') ? 'wrong_passphrase' : 'passphrase_needed';
        now = { ...recovery, problem: { code, key: code, error: `It says ${code}.` } };
        return json(now, 202);
      },
    });
    await user.click(await screen.findByText('Other backups'));
    const [button] = screen.getAllByRole('button', { name: /^Restore the backup of/ });
    if (button) await user.click(button);
    await user.type(await screen.findByLabelText('Passphrase'), 'barley{Enter}');
    const field = await screen.findByLabelText('Passphrase');
    await expect.poll(() => screen.queryAllByText('It says wrong_passphrase.').length).toBe(2);
    expect(field).toHaveAccessibleDescription('It says wrong_passphrase.');
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { name: locked.name, passphrase: null, withoutPhotos: false },
      { name: locked.name, passphrase: 'barley', withoutPhotos: false },
    ]);
  });

  it('a file is uploaded, and begun once', async () => {
    let now = recovery;
    const file = new File(['backup'], 'usb.backup');
    const { calls, user } = show(() => json(now), {
      'POST /api/rescue/file': () => {
        now = { ...recovery, doing: 'restoring' };
        return slowly(json(now, 202));
      },
    });
    await user.upload(await screen.findByLabelText('Backup file'), file);
    expect(await screen.findByText('Bringing your class back...')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([file]);
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/octet-stream');
  });

  it('a file that could not be sent can be chosen again', async () => {
    const { user } = show(() => json(recovery), {
      'POST /api/rescue/file': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await user.upload(await screen.findByLabelText('Backup file'), new File(['backup'], 'usb.backup'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This could not be begun\./);
    expect(screen.getByRole('button', { name: 'Restore from a file...' })).toBeEnabled();
  });

  it('a backup whose photos are missing can be restored without them', async () => {
    let now = recovery;
    const { calls, user } = show(() => json(now), {
      'POST /api/rescue/restore': () => {
        now = {
          ...recovery,
          problem: { code: 'photos_missing', key: 'photos_missing', error: 'The photos are not with it.' },
        };
        return json(now, 202);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore this backup' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The photos are not with it.');
    await user.click(screen.getByRole('button', { name: 'Restore Without Photos' }));
    await expect
      .poll(() => calls.filter(({ method }) => method === 'POST').map(({ body }) => body))
      .toEqual([
        { name: good.name, passphrase: null, withoutPhotos: false },
        { name: good.name, passphrase: null, withoutPhotos: true },
      ]);
  });

  it('a damaged one can’t be chosen', async () => {
    const { user } = show(() => json({ ...recovery, backups: [damaged] }));
    expect(await screen.findByText('No good backup was found on this computer')).toBeVisible();
    expect(screen.getByText('Damaged')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore the backup/ })).toBeNull();
    await user.tab();
  });

  it('why it failed is said, and everything can be chosen again', async () => {
    show(() =>
      json({
        ...recovery,
        problem: { code: 'backup_damaged', key: 'backup_damaged', error: 'This backup is damaged.' },
      }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('This backup is damaged.');
    expect(screen.getByRole('button', { name: 'Restore this backup' })).toBeEnabled();
  });

  it('an empty GoalBucks comes after a question only', async () => {
    const { calls, user } = show(() => json(recovery), {
      'POST /api/rescue/begin-anew': () => json({ ...recovery, doing: 'restoring' }, 202),
    });
    await user.click(await screen.findByRole('button', { name: 'Begin with an empty GoalBucks' }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Begin anew' }));
    await expect.poll(() => calls.filter(({ method }) => method === 'POST').length).toBe(1);
  });
});

describe('elsewhere', () => {
  it('the maintenance screen is shown', async () => {
    show(() => busy.clone());
    expect(await screen.findByText(/You don't need to do anything/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('once the class is back', () => {
  it('the page is loaded anew', async () => {
    show(() => gone.clone());
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
  });
});
