import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { Erasure } from '@/api/types';
import { json, noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildErasure } from '@/testing/server-builders';

import { EraseStudentDialog } from './erase-student-dialog';

const ERASE = 'POST /api/students/s1/erase';
const erased = buildErasure({ backupsRewritten: 3 });

function open() {
  const onClose = vi.fn();
  const { user } = render(
    <EraseStudentDialog student={{ id: 's1', firstName: 'Amara', lastName: 'Okafor' }} onClose={onClose} />,
  );
  return { user, onClose };
}

const button = () => screen.getByRole('button', { name: 'Erase Forever' });

describe('erase student', () => {
  it('tells how it differs from deleting, and what it can not reach', () => {
    open();
    const question = screen.getByRole('alertdialog', { name: 'Erase Student' });
    expect(question).toHaveAccessibleDescription(/except by restoring the backup that is made just before/);
    expect(question).toHaveAccessibleDescription(/makes that backup too/);
    expect(question).toHaveAccessibleDescription(/rewrites every backup on this computer/);
    expect(question).toHaveAccessibleDescription(/saved elsewhere still hold the student/);
  });

  // spec: 5.11
  it('needs the exact name, and erases once however often the button is pressed', async () => {
    const calls = serve({ [ERASE]: () => slowly(json(erased)) });
    const { user, onClose } = open();
    const field = screen.getByLabelText('Type Amara Okafor to confirm');
    expect(field).toHaveFocus();
    await user.type(field, 'amara okafor{Enter}');
    expect(button()).toBeDisabled();
    expect(calls).toEqual([]);
    await user.clear(field);
    await user.type(field, 'Amara Okafor');
    await user.dblClick(button());
    expect(await screen.findByText('Student erased')).toBeVisible();
    expect(screen.getByText('3 backups were rewritten without the student.')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks again as long as the backups are being rewritten', async () => {
    let answers = 0;
    const calls = serve({
      [ERASE]: () => slowly(json(++answers < 3 ? { ...erased, done: false, backupsRewritten: 0 } : erased)),
    });
    const { user } = open();
    await user.keyboard('Amara Okafor{Enter}');
    expect(await screen.findByText(/This can take some minutes/)).toBeVisible();
    expect(await screen.findByText('Student erased')).toBeVisible();
    expect(calls).toHaveLength(3);
  });

  it('names the backups that nobody can open, and deletes them where that is wanted', async () => {
    const left: Erasure['backupsLeft'] = [
      { name: 'goalbucks-2026-05-01-101010-by-hand.backup', why: 'locked' },
      { name: 'damaged-2026-04-01-101010', why: 'set_aside' },
      { name: 'goalbucks-2026-05-02-101010-daily.backup', why: 'failed' },
    ];
    const calls = serve({
      [ERASE]: () => json({ ...erased, backupsLeft: left, finishesLater: true }),
      'DELETE /api/backups/goalbucks-2026-05-01-101010-by-hand.backup': () => slowly(noContent()),
      'DELETE /api/backups/damaged-2026-04-01-101010': () => errorResponse(404, 'Gone.'),
    });
    const { user, onClose } = open();
    await user.keyboard('Amara Okafor{Enter}');
    const dialog = await screen.findByRole('alertdialog', { name: 'Student erased' });
    const rows = within(dialog).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'goalbucks-2026-05-01-101010-by-hand.backup (locked with a passphrase)',
      'damaged-2026-04-01-101010 (a damaged database that was set aside)',
    ]);
    expect(dialog).toHaveAccessibleDescription(/tries again at its next start/);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Delete These Backups' }));
    expect(await screen.findByText('Backups deleted')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps them where that is wanted', async () => {
    const calls = serve({
      [ERASE]: () => json({ ...erased, backupsLeft: [{ name: 'a.backup', why: 'locked' }] }),
    });
    const { user, onClose } = open();
    await user.keyboard('Amara Okafor{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Keep It' }));
    expect(calls).toHaveLength(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says that the rest follows where the disk refused', async () => {
    serve({
      [ERASE]: () =>
        json({ ...erased, backupsLeft: [{ name: 'a.backup', why: 'failed' }], finishesLater: true }),
    });
    const { user } = open();
    await user.keyboard('Amara Okafor{Enter}');
    expect(await screen.findByText(/GoalBucks tries again at its next start/)).toBeVisible();
  });

  it('of one who has gone already, as after a new start, says erased and closes', async () => {
    serve({ [ERASE]: () => errorResponse(404, 'Not found.') });
    const { user, onClose } = open();
    await user.keyboard('Amara Okafor{Enter}');
    expect(await screen.findByText('Student erased')).toBeVisible();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('that failed keeps its question and what was typed', async () => {
    serve({ [ERASE]: () => errorResponse(503, 'The disk is too full.') });
    const { user, onClose } = open();
    await user.keyboard('Amara Okafor{Enter}');
    expect(await screen.findByText('Failed to erase student. Please try again.')).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveValue('Amara Okafor');
    expect(onClose).not.toHaveBeenCalled();
  });
});
