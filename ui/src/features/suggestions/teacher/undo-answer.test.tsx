import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { leavePage } from '@/components/dialog/unsaved-changes';
import { errorResponse } from '@/testing/fake-server';

import { approved, card, inCard, leavePanel, open, press, row } from './suggestions-test-utils';

describe('an answered suggestion', () => {
  it('keeps its place for a moment, so that the next press in it answers nobody else', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, sent } = open();
    await press(user, 'b', 'Approve');
    expect(await (await inCard('b')).findByText('Approved')).toBeVisible();
    const titles = () => screen.getAllByRole('article').map((each) => /Idea \w/.exec(each.textContent)?.[0]);
    expect(titles()).toEqual(['Idea c', 'Idea b', 'Idea a']);
    expect((await inCard('b')).queryByRole('button', { name: /Approve|Deny|Change/ })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(titles()).toHaveLength(3);
    await leavePanel(user, 'b');
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(titles()).toEqual(['Idea c', 'Idea a']);
    expect(sent()).toEqual([approved('b', {})]);
  });

  it('gives the focus of its Undo to the next one when it leaves', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = open();
    await press(user, 'b', 'Approve');
    const undo = await (await inCard('b')).findByRole('button', { name: 'Undo' });
    act(() => {
      undo.focus();
    });
    await leavePanel(user, 'b');
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(undo).not.toBeInTheDocument();
    expect(await card('a')).toHaveFocus();
  });

  it.each([
    ['Approve', 'Approval undone', 'The goal was removed. The suggestion of Student b is pending again.'],
    ['Deny', 'Denial undone', 'The suggestion of Student b is pending again.'],
  ])('is pending again by the Undo of the message (%s)', async (name, title, description) => {
    const { user, undone } = open();
    await press(user, 'b', name);
    await screen.findByText(/^Suggestion (approved|denied)$/);
    const message = within(screen.getByRole('region', { name: /Notification/ }));
    await user.click(message.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(description)).toBeVisible();
    expect(undone()).toEqual(['/api/goal-suggestions/b/undo-answer']);
    await waitFor(async () => {
      expect(await card('b')).toHaveFocus();
    });
    expect((await inCard('b')).getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  it('is pending again by its own Undo, and may be answered elsewhere then', async () => {
    const { user, server, refresh } = open();
    await press(user, 'b', 'Approve');
    await user.click(await (await inCard('b')).findByRole('button', { name: 'Undo' }));
    expect(await (await inCard('b')).findByRole('button', { name: 'Approve' })).toBeVisible();
    server.pending = [row('c'), row('a')];
    await refresh();
    expect(await (await inCard('b')).findByText('No longer pending')).toBeVisible();
  });

  it('that had been changed has no unsent change once it is undone', async () => {
    const { user, server } = open();
    await press(user, 'b', 'Change first');
    const name = () => screen.getByLabelText('Goal name');
    await user.type(name(), ' twice{Enter}');
    await user.click(await (await inCard('b')).findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Approval undone')).toBeVisible();
    expect(server.pending).toHaveLength(3);
    const leave = vi.fn();
    act(() => {
      leavePage(leave);
    });
    expect(leave).toHaveBeenCalledOnce();
    await (await inCard('b')).findByRole('button', { name: 'Change first' });
    await press(user, 'b', 'Change first');
    expect(name()).toHaveValue('Idea b');
  });

  it('that is pending again already is taken for undone', async () => {
    const { user, server } = open();
    await press(user, 'b', 'Approve');
    const undo = await (await inCard('b')).findByRole('button', { name: 'Undo' });
    server.failure = () => {
      server.pending = [row('c'), row('b'), row('a')];
      return errorResponse(409, 'Not reviewed yet.', { code: 'not_reviewed' });
    };
    await user.click(undo);
    expect(await screen.findByText('Approval undone')).toBeVisible();
  });

  it('whose goal has proof says why it stays approved', async () => {
    const { user, server } = open();
    const sentence = 'The student has already sent proof for this goal. Review the proof instead.';
    await press(user, 'b', 'Approve');
    const undo = await (await inCard('b')).findByRole('button', { name: 'Undo' });
    server.failure = () => errorResponse(409, sentence, { code: 'goal_has_proof' });
    await user.click(undo);
    expect(await screen.findByText('Failed to undo the approval. Please try again.')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect((await inCard('b')).getByText('Approved')).toBeVisible();
  });
});
