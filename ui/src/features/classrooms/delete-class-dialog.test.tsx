import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom } from '@/testing/builders';
import { noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { DeleteClassDialog } from './delete-class-dialog';

const classroom = buildClassroom({ name: 'Room 12 Homeroom' });

function open() {
  const onDeleted = vi.fn();
  const onOpenChange = vi.fn();
  const { user } = render(
    <DeleteClassDialog
      open
      onOpenChange={onOpenChange}
      classroom={classroom}
      studentCount={12}
      onDeleted={onDeleted}
    />,
  );
  return { user, onDeleted, onOpenChange };
}

const forever = () => screen.getByRole('button', { name: 'Yes, Delete Forever' });

describe('delete class', () => {
  // spec: 4.8
  it('warns of the students, goals, balances and submission history that go', () => {
    open();
    for (const lost of [/all 12 students/, /goals/, /balances/, /submission history/]) {
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(lost);
    }
  });

  // spec: 4.8, 14.4
  it('Yes, Delete Forever needs the exact class name', async () => {
    const calls = serve({ 'DELETE /api/classrooms/c1': () => slowly(noContent()) });
    const { user, onDeleted } = open();
    const field = screen.getByLabelText('Type Room 12 Homeroom to confirm');
    expect(field).toHaveFocus();
    for (const near of ['', 'Room 12', 'room 12 homeroom', 'Room 12 Homeroom ', ' Room 12 Homeroom']) {
      await user.clear(field);
      if (near) await user.type(field, near);
      expect(forever()).toBeDisabled();
      await user.keyboard('{Enter}');
    }
    expect(calls).toEqual([]);
    await user.clear(field);
    await user.type(field, 'Room 12 Homeroom');
    expect(forever()).toBeEnabled();
    await user.dblClick(forever());
    expect(await screen.findByText('Class deleted')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(onDeleted).toHaveBeenCalledOnce();
  });

  it('treats a 404 as deleted', async () => {
    serve({ 'DELETE /api/classrooms/c1': () => errorResponse(404, 'Not found.') });
    const { user, onDeleted } = open();
    await user.keyboard('Room 12 Homeroom{Enter}');
    expect(await screen.findByText('Class deleted')).toBeVisible();
    expect(onDeleted).toHaveBeenCalledOnce();
  });

  it('that failed keeps what was typed', async () => {
    serve({ 'DELETE /api/classrooms/c1': () => errorResponse(503, 'Busy.') });
    const { user, onDeleted } = open();
    await user.keyboard('Room 12 Homeroom{Enter}');
    expect(
      await screen.findByText('Failed to delete class. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveValue('Room 12 Homeroom');
    expect(onDeleted).not.toHaveBeenCalled();
  });

  // spec: 3.11
  it('that failed is closed by one Escape, in spite of the toast', async () => {
    serve({ 'DELETE /api/classrooms/c1': () => errorResponse(503, 'Busy.') });
    const { user, onOpenChange } = open();
    await user.keyboard('Room 12 Homeroom{Enter}');
    await screen.findByText('Failed to delete class. Please try again.', { selector: '.toast *' });
    await user.keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  });
});
