import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { BulkGoalDialog } from './bulk-goal-dialog';

const everybody = ['Amara Okafor', 'Emma Li', 'Hank O’Brien', 'Noor', 'Isla Patel'].map((name, index) => ({
  id: `s${index}`,
  name,
}));

function open(chosen = 2) {
  const callbacks = { onOpenChange: vi.fn(), onSelectAll: vi.fn(), onAssigned: vi.fn() };
  function OpenUntilAssigned() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <BulkGoalDialog
        ownerId="t1"
        open={isOpen}
        classroomId="c1"
        recipients={everybody.slice(0, chosen)}
        classSize={everybody.length}
        {...callbacks}
        onAssigned={() => {
          callbacks.onAssigned();
          setIsOpen(false);
        }}
      />
    );
  }
  const { user } = render(<OpenUntilAssigned />);
  return { user, ...callbacks };
}

const assign = (name = 'Assign to 2 students') => screen.getByRole('button', { name });

describe('bulk add goal', () => {
  it.each([
    [2, 'For Amara Okafor and Emma Li.'],
    [4, 'For Amara Okafor, Emma Li, and 2 more.'],
    [5, 'For all 5 students.'],
  ])('starts in the name and says for whom it is: %d', (chosen, text) => {
    open(chosen);
    expect(screen.getByLabelText('Goal name')).toHaveFocus();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(text);
  });

  // spec: 6.3
  it('can be sent once name and goalbucks are there', async () => {
    const { user } = open();
    expect(assign()).toBeDisabled();
    await user.keyboard('Read');
    expect(assign()).toBeDisabled();
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    expect(assign()).toBeEnabled();
    await user.clear(screen.getByLabelText('Goal name'));
    await user.type(screen.getByLabelText('Goal name'), '   ');
    expect(assign()).toBeDisabled();
  });

  // spec: 6.3, 6.4
  it.each(['0', '-5', '2.5', '1000001', '99999999999'])(
    'takes no %s goalbucks, and says so',
    async (worth) => {
      const { user } = open();
      await user.keyboard('Read');
      await user.type(screen.getByLabelText('GoalBucks'), worth);
      expect(assign()).toBeDisabled();
      await user.tab();
      expect(screen.getByLabelText('GoalBucks')).toBeInvalid();
      expect(screen.getByLabelText('GoalBucks')).toHaveAccessibleDescription(
        'Use a whole number from 1 to 1,000,000.',
      );
    },
  );

  // spec: 6.3
  it('needs a student: none can be sent to, all can be chosen', async () => {
    const { user, onSelectAll } = open(0);
    await user.type(screen.getByLabelText('Goal name'), 'Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    expect(assign('Assign to 0 students')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Select all 5 students' }));
    expect(onSelectAll).toHaveBeenCalledOnce();
  });

  // spec: 1.2, 6.3, 14.4
  it('sends once, a due date only if there is one, and says to how many', async () => {
    const calls = serve({
      'POST /api/goals/bulk': () => slowly(json({ count: 2, assignmentId: 'a1' }, 201)),
    });
    const { user, onAssigned } = open();
    await user.keyboard(' Read ');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    await user.dblClick(assign());
    expect(await screen.findByText('Goals assigned!')).toBeVisible();
    expect(screen.getByText('Successfully assigned goal to 2 student(s)')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([
      {
        name: 'Read',
        goalbucks: 25,
        dueDate: null,
        details: null,
        picture: null,
        classroomId: 'c1',
        studentIds: ['s0', 's1'],
      },
    ]);
    expect(onAssigned).toHaveBeenCalledOnce();
  });

  // spec: 6.6
  it('can be undone from its toast, which says how many goals went and how many stay', async () => {
    const calls = serve({
      'POST /api/goals/bulk': () => json({ count: 30, assignmentId: 'a1' }, 201),
      'DELETE /api/assignments/a1': () => json({ deleted: 28, kept: 2 }),
    });
    const { user } = open();
    await user.keyboard('Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Goals taken back')).toBeVisible();
    expect(screen.getByText('28 goals deleted. 2 goals stay: they have proof or are paid.')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/assignments/a1' });
  });

  it('that is gone already when it is undone counts as taken back', async () => {
    serve({
      'POST /api/goals/bulk': () => json({ count: 2, assignmentId: 'a1' }, 201),
      'DELETE /api/assignments/a1': () => errorResponse(404, 'Not found.'),
    });
    const { user } = open();
    await user.keyboard('Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The goals were already deleted.')).toBeVisible();
  });

  // spec: 6.5
  it('asks before it assigns with a due date in the past', async () => {
    const calls = serve({ 'POST /api/goals/bulk': () => json({ count: 2, assignmentId: 'a1' }, 201) });
    const { user } = open();
    await user.keyboard('Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    await user.type(screen.getByLabelText(/^Due date/), '2020-01-31');
    await user.click(assign());
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Due date in the past?');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change date' }));
    expect(screen.getByLabelText(/^Due date/)).toHaveValue('2020-01-31');
    expect(calls).toEqual([]);
    await user.click(assign());
    await user.click(await screen.findByRole('button', { name: 'Use this date' }));
    expect(await screen.findByText('Goals assigned!')).toBeVisible();
    expect(calls.map(({ body }) => body)).toMatchObject([{ dueDate: '2020-01-31' }]);
  });

  it('repeats a lost answer under the same key, and a changed goal under a new one', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => errorResponse(503, 'Busy.'),
      () => json({ count: 2, assignmentId: 'a1' }, 201),
    ];
    const calls = serve({
      'POST /api/goals/bulk': () => answers.shift()?.() ?? errorResponse(500, 'No more.'),
    });
    const { user } = open();
    await user.keyboard('Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    expect(await screen.findByText(/nobody knows yet whether it got the goals/)).toBeVisible();
    expect(screen.queryByText('Failed to assign goals. Please try again.')).toBeNull();
    expect(screen.getByLabelText('Goal name')).toHaveValue('Read');
    await user.click(assign());
    await waitFor(() => {
      expect(calls).toHaveLength(2);
    });
    await screen.findByText('Failed to assign goals. Please try again.', { selector: '.toast *' });
    await user.type(screen.getByLabelText('Goal name'), ' more{Enter}');
    expect(await screen.findByText('Goals assigned!')).toBeVisible();
    const [first, second, third] = calls.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('that was refused says why, at the field where the server names it', async () => {
    serve({
      'POST /api/goals/bulk': () =>
        errorResponse(422, 'Please check the due date.', {
          fields: { dueDate: 'must be a date like 2026-01-31' },
        }),
    });
    const { user, onAssigned } = open();
    await user.keyboard('Read');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    expect(await screen.findByText('Please check the due date.')).toBeVisible();
    expect(screen.getByText('Due date must be a date like 2026-01-31.')).toBeVisible();
    expect(onAssigned).not.toHaveBeenCalled();
  });

  it('asks before it closes with something typed', async () => {
    const { user, onOpenChange } = open();
    await user.keyboard('Rocks{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
