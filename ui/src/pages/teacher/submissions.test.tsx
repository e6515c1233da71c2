import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';

import SubmissionsPage from './submissions';

vi.mock('@/auth/session-context', () => ({ useUser: () => ({ id: 't1', role: 'teacher' }) }));

const waiting = {
  id: 'a',
  goalId: 'g1',
  imageUrl: null,
  imageRemovedAt: null,
  submissionText: 'I did it.',
  createdAt: '2025-10-10T10:42:00Z',
  studentName: 'Amara Okafor',
  className: 'Room 12 Homeroom',
  goalName: 'Read for 20 minutes',
  goalbucks: 1,
  earlierTries: [],
};

const idea = {
  id: 'i1',
  suggestedName: 'Learn to juggle',
  suggestedGoalbucks: 30,
  description: 'For the talent show.',
  createdAt: '2025-10-10T10:42:00Z',
  studentName: 'Noor Haddad',
  className: 'Science Club',
};

let suggestions: unknown[] = [];

/** Answers the list of pending submissions in turn. */
function serve(...pending: (() => Response)[]) {
  suggestions = [];
  vi.stubGlobal('fetch', (request: Request) => {
    const answer = request.url.includes('status=pending') ? pending.shift() : undefined;
    if (request.url.includes('goal-suggestions')) return Promise.resolve(Response.json(suggestions));
    return Promise.resolve(answer?.() ?? Response.json([]));
  });
}

function openAt(address: string) {
  const client = createQueryClient();
  const router = createMemoryRouter([{ path: '/teacher/submissions', element: <SubmissionsPage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, router };
}

const open = () => openAt('/teacher/submissions').user;

const none = () => Response.json([]);
const one = () => Response.json([waiting]);

describe('the submissions page', () => {
  // spec: 7.10
  it('has two tabs, each with how many are pending', async () => {
    serve(one);
    suggestions = [idea, { ...idea, id: 'i2' }];
    open();
    expect(screen.getByRole('heading', { name: 'Submissions & Goal Suggestions' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Submissions 1 pending' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Goal Suggestions 2 pending' })).toBeVisible();
    expect(screen.getAllByRole('tab')).toHaveLength(2);
  });

  it('keeps the tab in the address, so that Back leads to the one before', async () => {
    serve(one);
    suggestions = [idea];
    const { user, router } = openAt('/teacher/submissions');
    await user.click(await screen.findByRole('tab', { name: /^Goal Suggestions/ }));
    expect(router.state.location.search).toBe('?tab=suggestions');
    expect(await screen.findByRole('article', { name: 'Noor Haddad Learn to juggle' })).toBeVisible();
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('article', { name: 'Amara Okafor Read for 20 minutes' })).toBeVisible();
  });

  it('opens with the tab that the address names', async () => {
    serve(one);
    suggestions = [idea];
    openAt('/teacher/submissions?tab=suggestions');
    expect(await screen.findByRole('tab', { name: /^Goal Suggestions/, selected: true })).toBeVisible();
  });

  it('keeps a comment that is being written while the other tab is looked at', async () => {
    serve(one, one);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent');
    await user.click(screen.getByRole('tab', { name: /^Goal Suggestions/ }));
    await user.click(screen.getByRole('tab', { name: /^Submissions/ }));
    expect(screen.getByRole('textbox')).toHaveValue('Half a sent');
  });

  it('tells of the shortcuts only while something waits, and on their own tab', async () => {
    serve(one, none);
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
    serve(one);
    open();
    const card = await screen.findByRole('article', { name: 'Amara Okafor Read for 20 minutes' });
    expect(card).toHaveTextContent('Room 12 Homeroom');
    expect(card).toHaveTextContent('1 GoalBuck');
    expect(card).toHaveTextContent('I did it.');
  });

  it('says when there is nothing to review, and shows by itself what comes', async () => {
    serve(none, one);
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
      serve(pending, pending);
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
    serve(() => Response.json({}, { status: 500 }), one);
    const user = open();
    expect(await screen.findByText("The submissions didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Amara Okafor')).toBeVisible();
  });

  it('remembers that the letters are turned off', async () => {
    serve(one, one);
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Turn keyboard shortcuts off' }));
    await user.keyboard('a');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(localStorage.getItem('review_shortcuts')).toBe('off');
    expect(screen.getByRole('button', { name: 'Turn keyboard shortcuts on' })).toBeVisible();
  });
});
