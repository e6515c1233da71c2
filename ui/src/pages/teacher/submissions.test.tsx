import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';

import { SubmissionsPage } from './submissions';

vi.mock('@/features/session/session-context', () => ({ useUser: () => ({ id: 't1', role: 'teacher' }) }));

const waiting = {
  id: 'a',
  goalId: 'g1',
  imageUrl: null,
  submissionText: 'I did it.',
  createdAt: '2025-10-10T10:42:00Z',
  studentName: 'Amara Okafor',
  className: 'Room 12 Homeroom',
  goalName: 'Read for 20 minutes',
  goalbucks: 1,
};

/** Answers the list of pending submissions in turn. */
function serve(...pending: (() => Response)[]) {
  vi.stubGlobal('fetch', (request: Request) => {
    const answer = request.url.includes('status=pending') ? pending.shift() : undefined;
    return Promise.resolve(answer?.() ?? Response.json([]));
  });
}

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SubmissionsPage />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const none = () => Response.json([]);
const one = () => Response.json([waiting]);

describe('the submissions page', () => {
  it('has the one tab that works, with how many are pending', async () => {
    serve(one);
    open();
    expect(screen.getByRole('heading', { name: 'Submissions & Goal Suggestions' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Submissions 1 pending' })).toBeVisible();
    expect(screen.getAllByRole('tab')).toHaveLength(1);
  });

  it('tells of the shortcuts only while something waits', async () => {
    serve(one, none);
    const user = open();
    const hints = { name: 'Turn keyboard shortcuts off' };
    expect(await screen.findByRole('button', hints)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check for new submissions' }));
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

  it('says when there is nothing to review, and looks again when asked', async () => {
    serve(none, one);
    const user = open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading submissions...');
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Amara Okafor')).toBeVisible();
  });

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
