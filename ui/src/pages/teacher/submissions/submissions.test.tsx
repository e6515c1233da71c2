import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { SubmissionListItem, SuggestionListItem } from '@/api/types';
import { stubMissingBrowserApis } from '@/features/submissions/teacher/review-queue-test-utils';
import { buildSubmissionListItem, buildSuggestionListItem, buildTeacherUser } from '@/testing/builders';
import { json, errorResponse, type Reply, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import SubmissionsPage from './submissions';

const waiting = buildSubmissionListItem({
  id: 'a',
  submissionText: 'I did it.',
  className: 'Room 12 Homeroom',
  goalbucks: 1,
});
const idea = buildSuggestionListItem({ id: 'i1', studentName: 'Noor Haddad', className: 'Science Club' });

let suggestions: SuggestionListItem[] = [];

/** Serves these responses, one after another, as the list of pending submissions. */
function servePending(...pending: (() => Reply<SubmissionListItem[]>)[]) {
  suggestions = [];
  serve({
    'GET /api/submissions/teacher/t1': ({ query }) =>
      query.includes('status=pending') ? (pending.shift()?.() ?? json([])) : json([]),
    'GET /api/goal-suggestions/teacher/t1': () => json(suggestions),
  });
}

function openAt(path: string) {
  const { queryClient, ...opened } = render(<SubmissionsPage />, { path, signedInAs: buildTeacherUser() });
  return { ...opened, client: queryClient };
}

const open = () => openAt('/teacher/submissions').user;

const none = () => json<SubmissionListItem[]>([]);
const one = () => json([waiting]);

beforeEach(stubMissingBrowserApis);

describe('the submissions page', () => {
  // spec: 7.10
  it('has two tabs, each with how many are pending', async () => {
    servePending(one);
    suggestions = [idea, { ...idea, id: 'i2' }];
    open();
    expect(screen.getByRole('heading', { name: 'Submissions & Goal Suggestions' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Submissions 1 pending' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Goal Suggestions 2 pending' })).toBeVisible();
    expect(screen.getAllByRole('tab')).toHaveLength(2);
  });

  it('keeps the tab in the address, so that Back leads to the one before', async () => {
    servePending(one);
    suggestions = [idea];
    const { user, location, goBack } = openAt('/teacher/submissions');
    await user.click(await screen.findByRole('tab', { name: /^Goal Suggestions/ }));
    expect(location()?.search).toBe('?tab=suggestions');
    expect(await screen.findByRole('article', { name: 'Noor Haddad Learn to juggle' })).toBeVisible();
    goBack();
    expect(await screen.findByRole('article', { name: 'Amara Okafor Read for 20 minutes' })).toBeVisible();
  });

  it('opens with the tab that the address names', async () => {
    servePending(one);
    suggestions = [idea];
    openAt('/teacher/submissions?tab=suggestions');
    expect(await screen.findByRole('tab', { name: /^Goal Suggestions/, selected: true })).toBeVisible();
  });

  it('keeps a comment that is being written while the other tab is looked at', async () => {
    servePending(one, one);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent');
    await user.click(screen.getByRole('tab', { name: /^Goal Suggestions/ }));
    await user.click(screen.getByRole('tab', { name: /^Submissions/ }));
    expect(screen.getByRole('textbox')).toHaveValue('Half a sent');
  });

  it('tells of the shortcuts only while something waits, and on their own tab', async () => {
    servePending(one, none);
    const { user, client } = openAt('/teacher/submissions');
    const hints = { name: 'Turn keyboard shortcuts off' };
    expect(await screen.findByRole('button', hints)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /^Goal Suggestions/ }));
    expect(screen.queryByRole('button', hints)).toBeNull();
    await user.click(screen.getByRole('tab', { name: /^Submissions/ }));
    await client.invalidateQueries();
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    expect(screen.queryByRole('button', hints)).toBeNull();
  });

  it('shows who sent what for which goal', async () => {
    servePending(one);
    open();
    const card = await screen.findByRole('article', { name: 'Amara Okafor Read for 20 minutes' });
    expect(card).toHaveTextContent('Room 12 Homeroom');
    expect(card).toHaveTextContent('1 GoalBuck');
    expect(card).toHaveTextContent('I did it.');
  });

  it('says when there is nothing to review, and shows by itself what comes', async () => {
    servePending(none, one);
    const { client } = openAt('/teacher/submissions');
    expect(screen.getByText('Loading submissions...')).toBeInTheDocument();
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    await client.invalidateQueries();
    expect(await screen.findByText('Amara Okafor')).toBeVisible();
  });

  // spec: 7.10
  it.each([
    ['/teacher/submissions', none, [idea], '1 goal suggestion waits for you.', 'Show goal suggestions'],
    ['/teacher/submissions?tab=suggestions', one, [], '1 submission waits for you.', 'Show submissions'],
  ])(
    '%s without anything names what waits in the other tab and leads there',
    async (at, pending, ideas, what, go) => {
      servePending(pending, pending);
      suggestions = ideas;
      const { user } = openAt(at);
      expect(await screen.findByText(what)).toBeVisible();
      expect(screen.queryByText("You're all caught up")).toBeNull();
      await user.click(screen.getByRole('link', { name: go }));
      const tab = screen.getByRole('tab', { selected: true });
      expect(tab).toHaveAccessibleName(/1 pending$/);
      expect(tab).toHaveFocus();
      expect(screen.getByRole('article')).toBeVisible();
    },
  );

  it('that fails to load offers another try', async () => {
    servePending(() => errorResponse(500, 'It broke.'), one);
    const user = open();
    expect(await screen.findByText("The submissions didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Amara Okafor')).toBeVisible();
  });

  it('remembers that the letters are turned off', async () => {
    servePending(one, one);
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Turn keyboard shortcuts off' }));
    await user.keyboard('a');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(localStorage.getItem('review_shortcuts')).toBe('off');
    expect(screen.getByRole('button', { name: 'Turn keyboard shortcuts on' })).toBeVisible();
  });
});
