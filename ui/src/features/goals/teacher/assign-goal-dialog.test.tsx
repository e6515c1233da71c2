import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { Goal } from '@/api/types';
import { buildGoal } from '@/testing/builders';
import { json, errorResponse, type Reply, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { AssignGoalDialog } from './assign-goal-dialog';

/** Responds to each call in turn; an Error is a network error. */
const answering = (...answers: (Reply<Goal> | Error)[]) =>
  serve({
    'POST /api/goals': () => {
      const answer = answers.shift() ?? new Error('No answer was prepared.');
      return answer instanceof Error ? Promise.reject(answer) : answer;
    },
  });

function open() {
  const onOpenChange = vi.fn();
  const recipient = { id: 's1', classroomId: 'c1', name: 'Amara Okafor' };
  const { user } = render(
    <AssignGoalDialog ownerId="t1" open recipient={recipient} onOpenChange={onOpenChange} />,
  );
  return { user, onOpenChange };
}

const button = () => screen.getByRole('button', { name: 'Assign Goal' });

describe('assign goal', () => {
  // spec: 6.2
  it('needs a name and a whole number of goalbucks, 1 or more', async () => {
    const sent = serve({});
    const { user } = open();
    expect(screen.getByLabelText('Goal name')).toHaveFocus();
    await user.click(button());
    expect(screen.getByText('Fill in the goal name.')).toBeVisible();
    expect(screen.getByLabelText('Goal name')).toHaveFocus();
    await user.keyboard('Spelling list');
    await user.type(screen.getByLabelText('GoalBucks'), '0');
    await user.tab();
    expect(await screen.findByText('Use a whole number from 1 to 1,000,000.')).toBeVisible();
    await user.type(screen.getByLabelText('GoalBucks'), '.5');
    await user.click(button());
    expect(screen.getByText('Use a whole number from 1 to 1,000,000.')).toBeVisible();
    expect(screen.getByLabelText('GoalBucks')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  // spec: 6.16
  it('can say what counts as proof, in at most 500 characters', async () => {
    const sent = answering(json(buildGoal(), 201));
    const { user } = open();
    await user.keyboard('Spelling list');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    const details = screen.getByLabelText(/^What counts as proof/);
    await user.click(details);
    await user.paste('x'.repeat(501));
    expect(screen.getByText('501 of 500')).toBeVisible();
    await user.click(button());
    expect(screen.getByText('What counts as proof can have at most 500 characters.')).toBeVisible();
    await user.clear(details);
    await user.type(details, '  A photo of <b>all</b> words ');
    await user.click(button());
    await waitFor(() => {
      expect(sent.map(({ body }) => body)).toMatchObject([{ details: 'A photo of <b>all</b> words' }]);
    });
  });

  it('asks to finish a date that is half typed, until it is complete or empty', async () => {
    const sent = serve({});
    const { user } = open();
    const dueDate = screen.getByLabelText<HTMLInputElement>(/^Due date/);
    const badInput = vi.spyOn(dueDate.validity, 'badInput', 'get').mockReturnValue(true);
    await user.keyboard('Spelling list');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    await user.click(dueDate);
    await user.tab();
    expect(dueDate).toHaveAccessibleDescription('Finish the date, or leave it empty.');
    await user.click(button());
    expect(dueDate).toHaveFocus();
    expect(sent).toEqual([]);
    badInput.mockReturnValue(false);
    await user.tab();
    expect(dueDate).toBeValid();
  });

  it('tells the style sheet whether the date is empty', async () => {
    const { user } = open();
    expect(screen.getByLabelText(/^Due date/)).toHaveAttribute('data-empty');
    await user.type(screen.getByLabelText(/^Due date/), '2030-05-01');
    expect(screen.getByLabelText(/^Due date/)).not.toHaveAttribute('data-empty');
  });

  // spec: 1.2, 6.2, 14.4
  it('sends the goal for this student, the due date left out, says so and closes', async () => {
    const sent = answering(json(buildGoal(), 201));
    const { user, onOpenChange } = open();
    await user.keyboard(' Spelling list ');
    await user.type(screen.getByLabelText('GoalBucks'), '25');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Goal assigned')).toBeVisible();
    expect(sent[0]?.body).toEqual({
      studentId: 's1',
      classroomId: 'c1',
      name: 'Spelling list',
      goalbucks: 25,
      dueDate: null,
      details: null,
      picture: null,
    });
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('keeps what was typed after a failure and adds the sentence of the server', async () => {
    answering(errorResponse(422, 'The due date must be a date.'));
    const { user, onOpenChange } = open();
    await user.keyboard('Spelling list');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    expect(
      await screen.findByText('Failed to assign goal. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(
      await screen.findByText('The due date must be a date.', { selector: '[role=alert] *' }),
    ).toBeVisible();
    expect(screen.getByLabelText('Goal name')).toHaveValue('Spelling list');
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('repeats a lost call under the same key, and another goal under another', async () => {
    const sent = answering(
      new TypeError('Failed to fetch'),
      errorResponse(503, 'Busy.'),
      errorResponse(503, 'Busy.'),
    );
    const { user } = open();
    await user.keyboard('Spelling list');
    await user.type(screen.getByLabelText('GoalBucks'), '25{Enter}');
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
    expect(await screen.findByText(/nobody knows yet whether it got the goal/)).toBeVisible();
    expect(screen.queryByText('Failed to assign goal. Please try again.')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Assign Goal' }));
    await waitFor(() => {
      expect(sent).toHaveLength(2);
    });
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    await user.type(screen.getByLabelText('GoalBucks'), '0{Enter}');
    await waitFor(() => {
      expect(sent).toHaveLength(3);
    });
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });
});
