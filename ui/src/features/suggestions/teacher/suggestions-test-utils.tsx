import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import type { SuggestionListItem } from '@/api/types';
import { buildSuggestionListItem, buildTeacherUser } from '@/testing/builders';
import { type Call, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { PendingSuggestions } from './pending-suggestions';

export function row(id: string, fields: Partial<SuggestionListItem> = {}): SuggestionListItem {
  const student = { studentId: `student-${id}`, studentName: `Student ${id}` };
  const what = { suggestedName: `Idea ${id}`, description: `Because of ${id}` };
  return buildSuggestionListItem({ id, ...student, ...what, createdAt: '2025-10-10T10:42:00Z', ...fields });
}

type SuggestionServer = {
  pending: SuggestionListItem[];
  failure: (() => Response) | null;
  /** Called with the response to an approval or a denial; may delay or replace it. */
  answer: (response: Response) => Response | Promise<Response>;
};

/** Opens the queue with a fake server, which carries out nothing while it has a `failure`. */
export function open(start: Partial<SuggestionServer> = {}) {
  const server: SuggestionServer = {
    // Newest first, as the call gives them.
    pending: [row('c'), row('b'), row('a')],
    failure: null,
    answer: (response) => response,
    ...start,
  };
  const answer = ({ params }: Call) => {
    if (server.failure) return server.failure();
    server.pending = server.pending.filter(({ id }) => id !== params['suggestion_id']);
    return server.answer(json({}));
  };
  const undo = ({ params }: Call) => {
    if (server.failure) return server.failure();
    const id = params['suggestion_id'] ?? '';
    server.pending = [...server.pending, row(id)].sort((one, other) => (one.id < other.id ? 1 : -1));
    return json(row(id));
  };
  const calls = serve({
    'GET /api/goal-suggestions/teacher/t1': () => json(server.pending),
    'PUT /api/goal-suggestions/{suggestion_id}/approve': answer,
    'PUT /api/goal-suggestions/{suggestion_id}/deny': answer,
    'POST /api/goal-suggestions/{suggestion_id}/undo-answer': undo,
  });
  const { user, queryClient } = render(<PendingSuggestions otherTab={null} />, {
    signedInAs: buildTeacherUser(),
  });
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  const undone = () => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  return { user, server, sent, undone, refresh: () => queryClient.invalidateQueries() };
}

export const card = (id: string) => screen.findByRole('article', { name: `Student ${id} Idea ${id}` });
export const inCard = async (id: string) => within(await card(id));
export const press = async (user: UserEvent, id: string, name: string) => {
  await user.click((await inCard(id)).getByRole('button', { name }));
};
/** Moves the mouse off the card: in browsers it is over the card after the clicked button is removed. */
export async function leavePanel(user: UserEvent, id: string) {
  await user.hover(await card(id));
  await user.hover(document.body);
}
export const approved = (id: string, changes: object) => ({
  path: `/api/goal-suggestions/${id}/approve`,
  body: { teacherId: 't1', ...changes },
});
