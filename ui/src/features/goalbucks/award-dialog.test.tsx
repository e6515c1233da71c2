import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { AwardDialog } from './award-dialog';

const everybody = ['Amara Okafor', 'Emma Li', 'Noor'].map((name, index) => ({ id: `s${index}`, name }));
const AWARD = 'POST /api/goalbucks/award';

function open(chosen = 2) {
  const callbacks = { onOpenChange: vi.fn(), onSelectAll: vi.fn(), onAwarded: vi.fn() };
  function OpenUntilAwarded() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <AwardDialog
        open={isOpen}
        classroomId="c1"
        recipients={everybody.slice(0, chosen)}
        classSize={everybody.length}
        {...callbacks}
        onAwarded={() => {
          callbacks.onAwarded();
          setIsOpen(false);
        }}
      />
    );
  }
  const { user } = render(<OpenUntilAwarded />);
  return { user, ...callbacks };
}

const award = (name = 'Award to 2 students') => screen.getByRole('button', { name });
const amount = () => screen.getByLabelText('GoalBucks for each');

describe('an award', () => {
  it('says for whom it is and starts with the amount', () => {
    open();
    expect(amount()).toHaveFocus();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('For Amara Okafor and Emma Li.');
  });

  it('needs an amount and a reason', async () => {
    const calls = serve({});
    const { user } = open();
    await user.click(award());
    expect(amount()).toHaveAccessibleDescription('Use a whole number from 1 to 1,000,000.');
    expect(amount()).toHaveFocus();
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), '   ');
    await user.tab();
    expect(await screen.findByText('Reason is required.')).toBeVisible();
    await user.click(award());
    expect(screen.getByLabelText('Reason')).toHaveFocus();
    await user.type(screen.getByLabelText('Reason'), 'Teamwork');
    expect(screen.queryByText('Reason is required.')).toBeNull();
    expect(calls).toEqual([]);
  });

  it.each(['0', '-5', '2.5', '1000001'])('takes no %s goalbucks, and says so', async (typed) => {
    const calls = serve({});
    const { user } = open();
    await user.type(screen.getByLabelText('Reason'), 'Teamwork');
    await user.type(amount(), typed);
    await user.click(award());
    expect(amount()).toHaveFocus();
    expect(amount()).toBeInvalid();
    expect(amount()).toHaveAccessibleDescription('Use a whole number from 1 to 1,000,000.');
    expect(calls).toEqual([]);
  });

  it('takes a million', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Reason'), 'Teamwork');
    await user.type(amount(), '1000000');
    expect(award()).toBeEnabled();
  });

  it('with nobody chosen offers the whole class', async () => {
    const { user, onSelectAll } = open(0);
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), 'Teamwork');
    expect(award('Award to 0 students')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Select all 3 students' }));
    expect(onSelectAll).toHaveBeenCalledOnce();
  });

  // spec: 9.5
  it('is sent once, and says how much went to how many', async () => {
    const calls = serve({ [AWARD]: () => slowly(json({ count: 2, assignmentId: 'a1' }, 201)) });
    const { user, onAwarded } = open();
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), ' Teamwork ');
    await user.dblClick(award());
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    expect(screen.getByText('Successfully awarded 10 GoalBucks to 2 student(s)')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([
      { classroomId: 'c1', studentIds: ['s0', 's1'], amount: 10, reason: 'Teamwork' },
    ]);
    expect(onAwarded).toHaveBeenCalledOnce();
  });

  // spec: 9.6
  it.each([
    ['is taken back', () => json({ count: 2 }), '10 GoalBucks taken back from 2 students.'],
    ['may be taken back already', () => errorResponse(409, 'Already.'), 'It had already been taken back.'],
  ])('can be undone from its toast: it %s', async (_what, answer, text) => {
    const calls = serve({
      [AWARD]: () => json({ count: 2, assignmentId: 'a1' }, 201),
      'POST /api/goalbucks/award/a1/reverse': answer,
    });
    const { user } = open();
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), 'Teamwork{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Award taken back')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(calls).toHaveLength(2);
  });

  it('whose answer was lost is repeated under the same key; another has another', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => errorResponse(503, 'Busy.'),
      () => json({ count: 2, assignmentId: 'a1' }, 201),
    ];
    const calls = serve({ [AWARD]: () => answers.shift()?.() ?? errorResponse(500, 'No more.') });
    const { user } = open();
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), 'Teamwork{Enter}');
    expect(await screen.findByText(/nobody knows yet whether it got the award/)).toBeVisible();
    expect(screen.queryByText('Failed to award GoalBucks. Please try again.')).toBeNull();
    expect(screen.getByLabelText('Reason')).toHaveValue('Teamwork');
    await user.click(award());
    await waitFor(() => {
      expect(calls).toHaveLength(2);
    });
    await screen.findByText('Failed to award GoalBucks. Please try again.', { selector: '.toast *' });
    await user.type(screen.getByLabelText('Reason'), '!{Enter}');
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    const [first, second, third] = calls.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('that was refused says why, at the field where the server names it', async () => {
    serve({
      [AWARD]: () => errorResponse(422, 'Please check the reason.', { fields: { reason: 'is too long' } }),
    });
    const { user, onAwarded } = open();
    await user.type(amount(), '10');
    await user.type(screen.getByLabelText('Reason'), 'Teamwork{Enter}');
    expect(await screen.findByText('Please check the reason.')).toBeVisible();
    expect(screen.getByText('Reason is too long.')).toBeVisible();
    expect(onAwarded).not.toHaveBeenCalled();
  });

  it('asks before it closes with something typed', async () => {
    const { user, onOpenChange } = open();
    await user.type(amount(), '10');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
