import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { CreateClassDialog } from './create-class-dialog';

const CREATE = 'POST /api/classrooms';
const math = buildClassroom();

function open() {
  const onOpenChange = vi.fn();
  const onCreated = vi.fn();
  const { user } = render(<CreateClassDialog open onOpenChange={onOpenChange} onCreated={onCreated} />, {
    signedInAs: buildTeacherUser(),
  });
  return { user, onOpenChange, onCreated };
}

describe('create class', () => {
  // spec: 4.1
  it('starts in the name, which is required', async () => {
    const sent = serve({});
    const { user } = open();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveFocus();
    await user.keyboard('   {Enter}');
    expect(await screen.findByText('Class name is required.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  // spec: 4.1, 14.4
  it('sends the name and an optional grade level and says so', async () => {
    const sent = serve({ [CREATE]: () => json(math, 201) });
    const { user, onCreated } = open();
    await user.keyboard(' Math 101 {Enter}');
    expect(await screen.findByText('Class created')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ teacherId: 't1', name: 'Math 101', gradeLevel: null }]);
    expect(onCreated).toHaveBeenCalledWith(math);
  });

  // spec: 3.11
  it('says what failed and why, and keeps what was typed', async () => {
    const tooLong = { code: 'invalid', fields: { name: 'Too long.' } };
    serve({ [CREATE]: () => errorResponse(422, 'That name has too many letters.', tooLong) });
    const { user, onCreated } = open();
    await user.keyboard('Math 101{Enter}');
    expect(
      await screen.findByText('Failed to create class. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('That name has too many letters.')).toBeVisible();
    expect(screen.getByText('Too long.')).toBeVisible();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveValue('Math 101');
    expect(onCreated).not.toHaveBeenCalled();
  });

  // spec: 3.11
  it('asks before it closes with something typed', async () => {
    const { user, onOpenChange } = open();
    await user.keyboard('Math{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveValue('Math');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
