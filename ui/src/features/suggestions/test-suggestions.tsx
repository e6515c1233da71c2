import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { SuggestionRow } from '@/api/types';
import { Toaster } from '@/components/toast/toaster';
import { json, serve } from '@/testing/fake-server';

import { PendingSuggestions } from './pending-suggestions';

export function row(id: string, fields: Partial<SuggestionRow> = {}): SuggestionRow {
  return {
    id,
    studentId: `student-${id}`,
    classroomId: 'c1',
    suggestedName: `Idea ${id}`,
    suggestedGoalbucks: 25,
    description: `Because of ${id}`,
    status: 'pending',
    teacherId: null,
    createdAt: '2025-10-10T10:42:00Z',
    reviewedAt: null,
    approvedName: null,
    approvedGoalbucks: null,
    studentName: `Student ${id}`,
    className: 'Math 101',
    ...fields,
  };
}

type Desk = {
  pending: SuggestionRow[];
  refusal: (() => Response) | null;
  /** How an answer comes. */
  answer: (response: Response) => Response | Promise<Response>;
};

/** A server that keeps what is pending; with a refusal nothing is answered. */
export function open(start: Partial<Desk> = {}) {
  const desk: Desk = {
    // Newest first, as the call gives them.
    pending: [row('c'), row('b'), row('a')],
    refusal: null,
    answer: (response) => response,
    ...start,
  };
  const answer = (id: string) => () => {
    if (desk.refusal) return desk.refusal();
    desk.pending = desk.pending.filter((other) => other.id !== id);
    return desk.answer(json({}));
  };
  const undo = (id: string) => () => {
    if (desk.refusal) return desk.refusal();
    desk.pending = [...desk.pending, row(id)].toSorted((one, other) => (one.id < other.id ? 1 : -1));
    return json(row(id));
  };
  const calls = serve({
    'GET /api/goal-suggestions/teacher/t1': () => json(desk.pending),
    ...Object.fromEntries(
      ['a', 'b', 'c'].flatMap((id) => [
        [`PUT /api/goal-suggestions/${id}/approve`, answer(id)],
        [`PUT /api/goal-suggestions/${id}/deny`, answer(id)],
        [`POST /api/goal-suggestions/${id}/undo-answer`, undo(id)],
      ]),
    ),
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <SignedInAs user={elena}>
        <PendingSuggestions otherTab={null} />
      </SignedInAs>
      <Toaster />
    </QueryClientProvider>,
  );
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  const undone = () => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  return {
    user: userEvent.setup(userOptions()),
    desk,
    sent,
    undone,
    refresh: () => client.invalidateQueries(),
  };
}

const userOptions = () => (vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {});
export const card = (id: string) => screen.findByRole('article', { name: `Student ${id} Idea ${id}` });
export const inCard = async (id: string) => within(await card(id));
export const press = async (user: ReturnType<typeof userEvent.setup>, id: string, name: string) => {
  await user.click((await inCard(id)).getByRole('button', { name }));
};
/** Takes the mouse away; as in browsers it is over the card once the pressed button has gone. */
export async function leavePanel(user: ReturnType<typeof userEvent.setup>, id: string) {
  await user.hover(await card(id));
  await user.hover(document.body);
}
export const approved = (id: string, body: unknown) => ({
  path: `/api/goal-suggestions/${id}/approve`,
  body,
});
