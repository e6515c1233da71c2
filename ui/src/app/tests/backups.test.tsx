import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import type { Backup, Backups } from '@/api/types';
import { type Handlers, json, noContent, errorResponse } from '@/testing/fake-server';
import { buildBackup } from '@/testing/server-builders';

import { address, backups, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/settings'),
);

const MAKE = 'POST /api/backups';
const RESTORE_FILE = 'POST /api/backups/restore';
const WRONG = 'This passphrase does not open the backup. Nothing was changed. Please try again.';
const HOUR = 3_600_000;

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function backup(kind: Backup['kind'], changed: Partial<Backup> = {}): Backup {
  return buildBackup({ name: `goalbucks-${kind}.backup`, kind, madeAt: ago(HOUR), ...changed });
}

const restoreOf = ({ name }: Backup) => `POST /api/backups/${name}/restore`;

/** `until` delays a response until the test calls `release`. */
function hold() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    until: (answer: Response) => released.then(() => answer),
    release: () => {
      release();
    },
  };
}

/** Opens Settings of a class computer with these backups; a function is called for each request. */
async function openBackups(present: Partial<Backups> | (() => Partial<Backups>), handlers: Handlers = {}) {
  const now = typeof present === 'function' ? present : () => present;
  const opened = openApp('/teacher/settings', {
    as: rivera,
    handlers: { 'GET /api/backups': () => json({ ...backups, ...now() }), ...handlers },
  });
  const section = within(await screen.findByRole('region', { name: 'Backups' }));
  await section.findByText(/backup (yet|was made)|Last backup/);
  return { ...opened, section };
}

async function openRestore(which: Backup, handlers: Handlers = {}) {
  const opened = await openBackups({ backups: [which], newestAt: which.madeAt }, handlers);
  await opened.user.click(opened.section.getByRole('button', { name: /^Restore the backup made/ }));
  return { ...opened, dialog: within(await screen.findByRole('alertdialog')) };
}

describe('the state of the backups', () => {
  it.each([
    [{}, 'No backup yet. GoalBucks makes the first one by itself a few minutes after it starts.'],
    [{ newestAt: ago(0) }, /^Last backup: today at /],
    [{ newestAt: ago(71 * HOUR) }, /^Last backup: [23] days ago at /],
    [{ newestAt: ago(97 * HOUR) }, /^The last backup was made [45] days ago at .*please back up now\.$/],
  ])('is one line (%#)', async (present, line) => {
    const { section } = await openBackups(present);
    expect(
      section.getByText((_, element) => element?.tagName === 'SPAN' && matches(element, line)),
    ).toBeVisible();
  });

  it('says why the last try failed', async () => {
    const lastFailure = { at: ago(0), sentence: 'The disk is too full.', key: 'disk_too_full' };
    const { section } = await openBackups({ newestAt: ago(HOUR), lastFailure });
    expect(section.getByText(/^The try today at .* failed\. The disk is too full\.$/)).toBeVisible();
  });

  it('is told on other devices too, where nothing can be done about them', async () => {
    const { section } = await openBackups({ changeable: false, folder: null, newestAt: ago(0) });
    expect(section.getByText(/on the class computer itself/)).toBeVisible();
    expect(section.queryByRole('button')).toBeNull();
    expect(section.queryByRole('list')).toBeNull();
  });
});

function matches(element: Element, line: string | RegExp): boolean {
  const text = element.textContent;
  return typeof line === 'string' ? text === line : line.test(text);
}

describe('backing up', () => {
  it('is one press, and a second one meanwhile does nothing', async () => {
    const kept: Backup[] = [];
    const held = hold();
    const { user, section, calls } = await openBackups(
      () => ({ backups: kept, newestAt: kept[0]?.madeAt ?? null }),
      {
        [MAKE]: () => {
          kept.push(backup('by-hand'));
          return held.until(json(kept[0], 201));
        },
      },
    );
    await user.dblClick(section.getByRole('button', { name: 'Back Up Now' }));
    expect(section.getByText('A backup is being made. You can go on working.')).toBeVisible();
    held.release();
    expect(await section.findByText('Made by you')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{}]);
    expect(screen.getByText('Backup made')).toBeVisible();
  });

  it('that fails says why, and looks again what is there', async () => {
    const { user, section } = await openBackups(
      {},
      { [MAKE]: () => errorResponse(409, 'A backup is being made already.') },
    );
    await user.click(section.getByRole('button', { name: 'Back Up Now' }));
    expect(
      await screen.findByText('Failed to make backup. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('A backup is being made already.')).toBeVisible();
  });

  it('with a passphrase asks for it twice, and says that it is lost with it', async () => {
    const { user, section, calls } = await openBackups({}, { [MAKE]: () => json(backup('by-hand'), 201) });
    await user.click(section.getByRole('button', { name: 'Make a Locked Backup...' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Nobody can open this backup without it')).toBeVisible();
    await user.type(dialog.getByLabelText('Passphrase'), 'four green apples');
    await user.type(dialog.getByLabelText('Passphrase again'), 'four green appels{Enter}');
    expect(await dialog.findByText("This isn't the same as the passphrase.")).toBeVisible();
    await user.clear(dialog.getByLabelText('Passphrase again'));
    await user.type(dialog.getByLabelText('Passphrase again'), 'four green apples{Enter}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { passphrase: 'four green apples' },
    ]);
  });

  it('that is under way from elsewhere keeps everything else from being begun', async () => {
    const { section } = await openBackups({
      backups: [backup('daily')],
      newestAt: ago(HOUR),
      busy: 'backup',
    });
    for (const name of [/Back Up Now/, /Locked Backup/, /Restore From/, /^Restore the/]) {
      expect(section.getByRole('button', { name })).toBeDisabled();
    }
  });
});

describe('the list', () => {
  it('says what each one is, and what it lacks', async () => {
    const listed = [
      backup('daily'),
      backup('before-upgrade'),
      backup('before-deleting-class', { locked: true }),
    ];
    const { section } = await openBackups({ backups: listed, newestAt: ago(HOUR) });
    const rows = within(section.getByRole('list', { name: 'Kept backups' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Daily.*, 3\.4 MBSave a copyRestore$/),
      expect.stringMatching(/^Before an update.*, 3\.4 MB, without photos/),
      expect.stringMatching(/^Before deleting a classLocked.*with the photos of that class only/),
    ]);
    const [link] = section.getAllByRole('link', { name: /^Save a copy/ });
    expect(link).toHaveAttribute('href', '/api/backups/goalbucks-daily.backup/file');
    expect(link).toHaveAttribute('download');
  });

  it('shows the first five, and all when asked', async () => {
    const listed = Array.from({ length: 24 }, (_, day) =>
      backup('daily', { name: `${day}`, madeAt: ago(day * 24 * HOUR) }),
    );
    const { user, section } = await openBackups({ backups: listed, newestAt: ago(HOUR) });
    const list = section.getByRole('list', { name: 'Kept backups' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(section.getByRole('button', { name: 'Show all 24 backups' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(24);
  });

  it('shows the folder where there is a screen', async () => {
    const { user, section, calls } = await openBackups({}, { 'POST /api/backups/show-folder': noContent });
    await user.click(section.getByRole('button', { name: 'Show the folder' }));
    expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/backups/show-folder' });
  });
});

describe('restoring', () => {
  // spec: 15.9
  it('says what goes and what is kept, and leads to the login screen', async () => {
    const daily = backup('daily', { madeAt: '2025-10-13T12:00:00Z' });
    const held = hold();
    const { user, dialog } = await openRestore(daily, {
      [restoreOf(daily)]: () => held.until(json({ keptAs: 'x' })),
    });
    expect(dialog.getByText(/backed up first as it is now/)).toBeVisible();
    expect(dialog.getByText('the activity log of the time since')).toBeVisible();
    expect(dialog.getByText(/who was erased since then .* erase them again\.$/)).toBeVisible();
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Restore' }));
    expect(dialog.getByText("Restoring... Please don't close GoalBucks.")).toBeVisible();
    held.release();
    expect(
      await screen.findByText(
        /^The backup of Monday, October 13, 2025 at .* was restored\. Please sign in again\. Others sign in with their password of that time\.$/,
      ),
    ).toBeVisible();
    expect(address()).toBe('/');
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  it('says so also when the end of the session was heard of first', async () => {
    const daily = backup('daily');
    let answer: (response: Response) => void = () => undefined;
    const { user, dialog } = await openRestore(daily, {
      [restoreOf(daily)]: () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    await user.click(dialog.getByRole('button', { name: 'Yes, Restore' }));
    act(() => {
      sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
    });
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
    answer(json({ keptAs: 'x' }));
    expect(await screen.findByText(/ was restored\. /)).toBeVisible();
  });

  it('asks for the passphrase of a locked one, and keeps the question when it is wrong', async () => {
    const locked = backup('by-hand', { locked: true });
    const { user, dialog, calls } = await openRestore(locked, {
      [restoreOf(locked)]: () => errorResponse(422, WRONG, { code: 'wrong_passphrase' }),
    });
    const field = dialog.getByLabelText('Passphrase');
    expect(field).toHaveFocus();
    expect(dialog.getByRole('button', { name: 'Yes, Restore' })).toBeDisabled();
    await user.type(field, 'green apples');
    await user.click(dialog.getByRole('button', { name: 'Yes, Restore' }));
    expect(await dialog.findByText(WRONG)).toBeVisible();
    expect(field).toHaveAccessibleDescription(WRONG);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('green apples');
    expect(calls.at(-2)?.body ?? calls.at(-1)?.body).toMatchObject({ passphrase: 'green apples' });
  });

  it.each([
    [errorResponse(503, 'The disk is too full.'), 'The disk is too full.'],
    [new Response('', { status: 502 }), /^The class computer didn't answer\./],
  ])('that fails keeps the question and says why', async (answer, sentence) => {
    const daily = backup('daily');
    const { user, dialog } = await openRestore(daily, { [restoreOf(daily)]: () => answer });
    await user.click(dialog.getByRole('button', { name: 'Yes, Restore' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(address()).toBe('/teacher/settings');
  });
});

const HEAD = [0x50, 0x4b, 3, 4, ...Array.from({ length: 26 }, () => 0)];
const bytesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

function fileOf(first: string, name = 'goalbucks-2025-10-13-094100-by-hand.backup'): File {
  return new File([new Uint8Array([...HEAD, ...bytesOf(first)])], name);
}

async function pick(file: File, handlers: Handlers = {}) {
  const opened = await openBackups({}, handlers);
  fireEvent.change(opened.section.getByLabelText('Backup file'), { target: { files: [file] } });
  return opened;
}

describe('restoring from a file', () => {
  it('says which one, of when, and sends it is, however long the restore takes', async () => {
    const file = fileOf('goalbucks.db');
    const held = hold();
    const { user, calls } = await pick(file, { [RESTORE_FILE]: () => held.until(json({ keptAs: 'x' })) });
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(file.name)).toBeVisible();
    expect(dialog.getByText(/^Monday, October 13, 2025 at 9:41/)).toBeVisible();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(dialog.getByRole('button', { name: 'Yes, Restore' }));
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    vi.useRealTimers();
    held.release();
    expect(await screen.findByText(/ was restored\. /)).toBeVisible();
    expect(calls.find(({ path }) => path === '/api/backups/restore')?.body).toBe(file);
  });

  it('asks for the passphrase of a locked one before anything is sent', async () => {
    const { user, calls } = await pick(fileOf('key.age', 'old laptop.backup'), {
      [RESTORE_FILE]: () => errorResponse(422, WRONG, { code: 'wrong_passphrase' }),
    });
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByLabelText('Passphrase'), 'grüne Äpfel{Enter}');
    expect(await dialog.findByText(WRONG)).toBeVisible();
    const sent = calls.find(({ path }) => path === '/api/backups/restore');
    expect(sent?.headers.get('Backup-Passphrase')).toBe('gr%C3%BCne%20%C3%84pfel');
  });

  it("that turned out to be no good can't be tried again", async () => {
    const { user } = await pick(fileOf('goalbucks.db'), {
      [RESTORE_FILE]: () => errorResponse(422, 'It is damaged.', { code: 'backup_damaged' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, Restore' }));
    expect(await screen.findByText('It is damaged.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Yes, Restore' })).toBeDisabled();
  });

  it('takes the old error away once another file is chosen', async () => {
    const { section } = await pick(new File(['a shopping list'], 'list.backup'));
    await screen.findByText(/is not a backup of GoalBucks/);
    fireEvent.change(section.getByLabelText('Backup file'), { target: { files: [fileOf('goalbucks.db')] } });
    await screen.findByRole('alertdialog');
    expect(screen.queryByText(/is not a backup of GoalBucks/)).toBeNull();
  });

  it('refuses what is none without sending it', async () => {
    const { calls } = await pick(new File(['a shopping list'], 'list.backup'));
    expect(await screen.findByText(/is not a backup of GoalBucks/)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
