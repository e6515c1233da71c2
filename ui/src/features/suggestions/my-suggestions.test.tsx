import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { Suggestion } from '@/api/types';
import { json, refusal, serve } from '@/test-server';

import { MySuggestions, shownSuggestions } from './my-suggestions';

const CALL = 'GET /api/goal-suggestions/student/s1';
const NOW = Date.parse('2026-03-20T12:00:00Z');

function suggestion(id: string, fields: Partial<Suggestion> = {}): Suggestion {
  const ids = { id, studentId: 's1', classroomId: 'c1', teacherId: null };
  const what = { suggestedName: `Idea ${id}`, suggestedGoalbucks: 25, description: null };
  return {
    ...ids,
    ...what,
    status: 'pending',
    createdAt: '2026-03-01T12:00:00Z',
    reviewedAt: null,
    ...fields,
  };
}

function show(...answers: (() => Response)[]) {
  const calls = serve({ [CALL]: () => answers.shift()?.() ?? refusal(500, 'No.') });
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MySuggestions studentId="s1" />
    </QueryClientProvider>,
  );
  return { calls, container };
}

describe('my suggestions', () => {
  it('are those that wait, however old, and those answered in the last week', () => {
    const shown = shownSuggestions(
      [
        suggestion('waiting'),
        suggestion('new', { status: 'approved', reviewedAt: '2026-03-14T12:00:00Z' }),
        suggestion('denied', { status: 'denied', reviewedAt: '2026-03-19T12:00:00Z' }),
        suggestion('old', { status: 'approved', reviewedAt: '2026-03-12T12:00:00Z' }),
      ],
      NOW,
    );
    expect(shown.map(({ id }) => id)).toEqual(['waiting', 'new', 'denied']);
  });

  it('show the name, the goalbucks and where they stand', async () => {
    const reviewedAt = new Date().toISOString();
    show(() =>
      json([
        suggestion('a'),
        suggestion('b', { status: 'approved', reviewedAt }),
        suggestion('c', { status: 'denied', reviewedAt }),
      ]),
    );
    await screen.findByText('Idea a');
    const items = screen.getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('25 GoalBucks');
    expect(items.map((item) => /Pending Review|Approved|Denied/.exec(item.textContent)?.[0])).toEqual([
      'Pending Review',
      'Approved',
      'Denied',
    ]);
  });

  it('take no room while there are none', async () => {
    const { calls, container } = show(() => json([]));
    await expect.poll(() => calls.length).toBe(1);
    expect(container).toBeEmptyDOMElement();
  });

  it('that did not load offer to try again', async () => {
    show(
      () => refusal(500, 'No.'),
      () => json([suggestion('a')]),
    );
    expect(await screen.findByText("Your suggestions didn't load")).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Idea a')).toBeVisible();
  });
});
