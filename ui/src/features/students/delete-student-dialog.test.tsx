import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { DeleteStudentDialog } from './delete-student-dialog';

function open() {
  const onClose = vi.fn();
  render(
    <DeleteStudentDialog student={{ id: 's1', firstName: 'Amara', lastName: 'Okafor' }} onClose={onClose} />,
  );
  return onClose;
}

const button = () => screen.getByRole('button', { name: 'Delete Student' });

describe('delete student', () => {
  // spec: 5.10
  it('warns that all their goals and progress are removed', () => {
    open();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      /Amara Okafor and removes all their goals and progress/,
    );
  });

  // spec: 5.10, 14.4
  it('deletes once, however often the button is pressed, and says so', async () => {
    const calls = serve({ 'DELETE /api/students/s1': () => slowly(noContent()) });
    const onClose = open();
    await userEvent.dblClick(button());
    expect(await screen.findByText('Student deleted')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  // spec: 14.5
  it('of one who has gone already, as after a lost answer, says deleted and closes', async () => {
    serve({ 'DELETE /api/students/s1': () => errorResponse(404, 'Not found.') });
    const onClose = open();
    await userEvent.click(button());
    expect(await screen.findByText('Student deleted')).toBeVisible();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('that failed keeps its question', async () => {
    serve({ 'DELETE /api/students/s1': () => errorResponse(503, 'Busy.') });
    const onClose = open();
    await userEvent.click(button());
    expect(await screen.findByText('Failed to delete student. Please try again.')).toBeVisible();
    expect(screen.getByRole('alertdialog')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});
