import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { buildTeacherUser } from '@/testing/builders';
import { render } from '@/testing/render';

import { PendingSubmissions } from './pending-submissions';
import {
  conflict,
  hasCard,
  inCard,
  row,
  serveSubmissions as serve,
  stubMissingBrowserApis,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);

const PENDING = [row('a'), row('b', { classroomId: 'c2', className: 'Science Club' }), row('c')];

async function openAt(path: string) {
  const { user, location, queryClient } = render(<PendingSubmissions shortcuts otherTab={null} />, {
    signedInAs: buildTeacherUser(),
    path,
  });
  await screen.findAllByRole('article');
  return { user, location, refresh: () => queryClient.invalidateQueries() };
}

const filter = (name: string) => screen.getByRole('combobox', { name });
const shown = () => ['a', 'b', 'c'].filter(hasCard).join('');
const question = () => within(screen.getByRole('alertdialog'));
const askAll = (count: number) => screen.getByRole('button', { name: `Approve All Shown (${count})` });

describe('filters', () => {
  // spec: 19.1
  it('are kept in the address, with how many wait, until all are shown', async () => {
    serve({ pending: PENDING });
    const { user, location } = await openAt('/');
    expect(filter('Class')).toHaveDisplayValue('All classes (3)');
    await user.selectOptions(filter('Class'), 'Science Club (1)');
    expect(location()?.search).toBe('?class=c2');
    expect(shown()).toBe('b');
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(location()?.search).toBe('');
    expect(shown()).toBe('abc');
    expect(filter('Class')).toHaveFocus();
  });

  // spec: 19.1
  it('that no longer exist are removed from the address, and all is shown', async () => {
    serve({ pending: PENDING });
    const { location } = await openAt('/?student=gone&class=c2');
    await waitFor(() => {
      expect(location()?.search).toBe('?class=c2');
    });
    expect(shown()).toBe('b');
  });

  // spec: 19.1
  it('say when nothing of a student waits any longer', async () => {
    serve({ pending: PENDING });
    const { user } = await openAt('/?student=student-b');
    await user.click(inCard('b').getByRole('button', { name: 'Approve' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Nothing of Student b waits')).toBeVisible();
    expect(filter('Student')).toHaveDisplayValue('Student b (0)');
  });

  // spec: 19.1
  it('keep what was typed for a submission that they hide', async () => {
    serve({ pending: PENDING });
    const { user } = await openAt('/');
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('The other side');
    await user.selectOptions(filter('Class'), 'Science Club (1)');
    expect(hasCard('a')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(inCard('a').getByRole('textbox')).toHaveValue('The other side');
  });
});

describe('Approve All Shown', () => {
  // spec: 19.4
  it('approves what was shown when it was pressed, and not what came in since', async () => {
    const server = serve({ pending: PENDING });
    const { user, refresh } = await openAt('/');
    await user.click(askAll(3));
    expect(
      question().getByText('3 submissions, 75 GoalBucks together. Nobody gets a comment.'),
    ).toBeVisible();
    server.pending = [row('new'), ...server.pending];
    await refresh();
    expect(await screen.findByText('Proof new')).toBeInTheDocument();
    await user.click(question().getByRole('button', { name: 'Approve 3' }));
    expect(await screen.findByText('3 submissions approved.')).toBeVisible();
    expect(server.sent).toEqual([
      { submissionIds: ['a', 'b', 'c'], status: 'approved', allowResubmission: false },
    ]);
    expect(server.pending.map(({ id }) => id)).toEqual(['new']);
  });

  // spec: 19.4
  it('leaves what the filters hide, and what is being written', async () => {
    const server = serve({ pending: [...PENDING, row('d')] });
    const { user } = await openAt('/?class=c1');
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.click(askAll(2));
    await user.click(question().getByRole('button', { name: 'Approve 2' }));
    await screen.findByText('2 submissions approved.');
    expect(server.pending.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  // spec: 19.4
  it('says when one is taken back before it is confirmed, and approves the others', async () => {
    const server = serve({ pending: PENDING });
    const { user, refresh } = await openAt('/');
    await user.click(askAll(3));
    server.pending = PENDING.slice(1);
    await refresh();
    expect(await question().findByText(/^1 of them is no longer pending/)).toBeVisible();
    await user.click(question().getByRole('button', { name: 'Approve 2' }));
    await screen.findByText('2 submissions approved.');
  });

  // spec: 19.4
  it('says when one was reviewed in another window at the same time, and approves none', async () => {
    const server = serve({ pending: PENDING });
    const { user } = await openAt('/');
    await user.click(askAll(3));
    server.failure = conflict('This submission has already been reviewed.', 'already_reviewed');
    server.pending = PENDING.slice(1);
    await user.click(question().getByRole('button', { name: 'Approve 3' }));
    expect(await screen.findByText('This submission has already been reviewed.')).toBeVisible();
    expect(await question().findByRole('button', { name: 'Approve 2' })).toBeVisible();
  });
});
