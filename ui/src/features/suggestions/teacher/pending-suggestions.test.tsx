import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildTeacherUser } from '@/testing/builders';
import { errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { PendingSuggestions } from './pending-suggestions';
import { approved, card, inCard, leavePanel, open, press, row } from './suggestions-test-utils';

describe('a suggestion', () => {
  // spec: 8.3
  it('shows student, class, name, goalbucks, reason and time', async () => {
    open();
    expect(await card('a')).toHaveTextContent(
      /Student aMath 101 · Oct 10, 2025Idea a25 GoalBucksReasonBecause of a/,
    );
  });

  it('without a reason shows none', async () => {
    open({ pending: [row('a', { description: null })] });
    expect(await card('a')).not.toHaveTextContent('Reason');
  });
});

describe('approving', () => {
  // spec: 1.2, 8.4, 14.4
  it('at once creates the goal as it was suggested, says so and goes on to the next', async () => {
    const { user, sent } = open();
    await press(user, 'a', 'Approve');
    expect(await screen.findByText('Suggestion approved')).toBeVisible();
    expect(screen.getByText('The goal has been created for Student a.')).toBeVisible();
    expect(sent()).toEqual([approved('a', {})]);
    expect((await inCard('a')).getByText('Approved')).toBeVisible();
    expect(await card('b')).toHaveFocus();
  });

  it('is not done to the next one by the second click of a double click', async () => {
    const { user, sent } = open();
    await press(user, 'a', 'Approve');
    await screen.findByText('Suggestion approved');
    fireEvent.click((await inCard('b')).getByRole('button', { name: 'Approve' }), { detail: 2 });
    fireEvent.click((await inCard('b')).getByRole('button', { name: 'Deny' }), { detail: 2 });
    expect(sent()).toEqual([approved('a', {})]);
    expect(screen.queryByRole('button', { name: 'Confirm Deny' })).toBeNull();
  });

  it('lets name, goalbucks and due date be changed first', async () => {
    const { user, sent } = open();
    await press(user, 'b', 'Change first');
    const form = within(screen.getByRole('form', { name: 'Change first' }));
    expect(form.getByLabelText('Goal name')).toHaveFocus();
    expect(form.getByLabelText('Goal name')).toHaveValue('Idea b');
    expect(form.getByLabelText('GoalBucks')).toHaveValue(25);
    await user.type(form.getByLabelText('Goal name'), ', twice');
    await user.clear(form.getByLabelText('GoalBucks'));
    await user.type(form.getByLabelText('GoalBucks'), '40');
    await user.type(form.getByLabelText(/^Due date/), '2999-01-31');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Suggestion approved')).toBeVisible();
    expect(sent()).toEqual([approved('b', { name: 'Idea b, twice', goalbucks: 40, dueDate: '2999-01-31' })]);
  });

  it('asks before a due date in the past is approved', async () => {
    const { user, sent } = open();
    await press(user, 'a', 'Change first');
    await user.type(screen.getByLabelText(/^Due date/), '2020-01-31');
    await user.click((await inCard('a')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Due date in the past?');
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use this date' }));
    expect(await screen.findByText('Suggestion approved')).toBeVisible();
    expect(sent()).toEqual([approved('a', { name: 'Idea a', goalbucks: 25, dueDate: '2020-01-31' })]);
  });

  it('needs a name and a whole number of goalbucks', async () => {
    const { user, sent } = open();
    await press(user, 'a', 'Change first');
    await user.clear(screen.getByLabelText('Goal name'));
    await user.clear(screen.getByLabelText('GoalBucks'));
    await user.type(screen.getByLabelText('GoalBucks'), '0{Enter}');
    expect(await screen.findByText('Fill in the goal name.')).toBeVisible();
    expect(screen.getByText('Use a whole number from 1 to 1,000,000.')).toBeVisible();
    expect(screen.getByLabelText('Goal name')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('cancels with Escape, gives the focus back and keeps what was changed', async () => {
    const { user } = open();
    await press(user, 'a', 'Change first');
    await user.keyboard('!{Escape}');
    expect((await inCard('a')).getByRole('button', { name: 'Change first' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('Goal name')).toHaveValue('Idea a!');
  });

  it('that fails says so and keeps what was changed', async () => {
    const { user } = open({ failure: () => errorResponse(500, 'x') });
    await press(user, 'a', 'Change first');
    await user.keyboard('!{Enter}');
    expect(
      await screen.findByText('Failed to approve suggestion. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(
      await screen.findByText('Failed to approve suggestion. Please try again.', {
        selector: '[role=alert] *',
      }),
    ).toBeVisible();
    expect(screen.getByLabelText('Goal name')).toHaveValue('Idea a!');
  });

  it('of what was answered in another window says so and refreshes the list', async () => {
    const { user, server } = open({
      failure: () =>
        errorResponse(409, 'This suggestion has already been reviewed.', { code: 'already_reviewed' }),
    });
    await card('a');
    server.pending = [row('d'), row('b')];
    await press(user, 'a', 'Approve');
    expect(
      await screen.findByText('Failed to approve suggestion. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('This suggestion has already been reviewed.')).toBeVisible();
    expect(await card('d')).toBeVisible();
    expect((await inCard('a')).getByText('No longer pending')).toBeVisible();
    expect(await card('b')).toHaveFocus();
  });
});

describe('denying', () => {
  // spec: 1.2, 8.4, 8.5, 14.4
  it('is one press, says so and goes on to the next', async () => {
    const { user, sent } = open();
    await press(user, 'a', 'Deny');
    expect(await screen.findByText('Suggestion denied')).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/goal-suggestions/a/deny', body: { teacherId: 't1' } }]);
    expect(await card('b')).toHaveFocus();
    expect((await inCard('a')).getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('is not done to the next one by the second click of a double click', async () => {
    const { user, sent } = open();
    await user.dblClick((await inCard('a')).getByRole('button', { name: 'Deny' }));
    await screen.findByText('Suggestion denied');
    expect(sent()).toHaveLength(1);
  });

  it('that fails says so', async () => {
    const { user } = open({ failure: () => errorResponse(500, 'x') });
    await press(user, 'a', 'Deny');
    expect(
      await screen.findByText('Failed to deny suggestion. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect((await inCard('a')).getByRole('button', { name: 'Deny' })).toBeVisible();
  });

  it('of the last one leaves the focus on the empty list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = open({ pending: [row('a')] });
    await press(user, 'a', 'Deny');
    await screen.findByText('Suggestion denied');
    await leavePanel(user, 'a');
    await act(() => vi.advanceTimersByTimeAsync(6000));
    const empty = screen.getByText('No suggestions waiting');
    expect(document.activeElement).toContainElement(empty);
    expect(document.body).not.toHaveFocus();
  });
});

describe('the list', () => {
  it('keeps what is being typed, and the focus, when one comes in above', async () => {
    const { user, server, refresh } = open();
    await press(user, 'b', 'Change first');
    await user.keyboard('!');
    server.pending = [row('new'), ...server.pending];
    await refresh();
    await card('new');
    await user.keyboard('?');
    expect(screen.getByLabelText('Goal name')).toHaveValue('Idea b!?');
  });

  it('says so when one goes on which Change first was pressed', async () => {
    const { user, server, refresh } = open();
    await press(user, 'a', 'Change first');
    server.pending = [row('b')];
    await refresh();
    expect(await screen.findByText('No longer pending', { selector: '.toast *' })).toBeVisible();
    expect(
      screen.getByText('It was answered elsewhere, or Student a is no longer in your classes.'),
    ).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('says nothing when one goes at which nobody is, or nobody is any more', async () => {
    const { user, server, refresh } = open();
    await press(user, 'a', 'Change first');
    await user.keyboard('!{Escape}');
    server.pending = [row('c')];
    await refresh();
    expect(await (await inCard('a')).findByText('No longer pending')).toBeVisible();
    expect(screen.queryByText('No longer pending', { selector: '.toast *' })).toBeNull();
  });

  it('that knows of an answer before it is there says nothing and goes on to the next', async () => {
    const { user, server, refresh } = open();
    let answer = () => undefined as unknown;
    await press(user, 'a', 'Change first');
    server.pending = [row('b'), row('c')];
    server.answer = (response) =>
      new Promise((resolve) => {
        answer = () => {
          resolve(response);
        };
      });
    await user.keyboard('!{Enter}');
    await refresh();
    expect(screen.queryByText('No longer pending')).toBeNull();
    answer();
    expect(await screen.findByText('Suggestion approved')).toBeVisible();
    expect(await card('b')).toHaveFocus();
  });

  it('says what loads, and offers to try again when it did not', async () => {
    serve({ 'GET /api/goal-suggestions/teacher/t1': () => errorResponse(500, 'No.') });
    render(<PendingSuggestions otherTab={null} />, { signedInAs: buildTeacherUser() });
    expect(screen.getByRole('status')).toHaveTextContent('Loading suggestions...');
    expect(await screen.findByText("The suggestions didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
