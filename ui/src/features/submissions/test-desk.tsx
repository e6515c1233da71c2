import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { Submission, SubmissionRow } from '@/api/types';
import { Toaster } from '@/components/toast/toaster';
import { elena } from '@/test-people';
import { SignedInAs } from '@/testing/signed-in-as';

import { PendingSubmissions } from './pending-submissions';

/** As a student has it, and as an earlier try comes with the pending one. */
export function submission(id: string, fields: Partial<Submission> = {}): Submission {
  return {
    id,
    goalId: `goal-${id}`,
    studentId: `student-${id}`,
    classroomId: 'c1',
    imageUrl: null,
    imageRemovedAt: null,
    submissionText: `Proof ${id}`,
    status: 'pending',
    comment: null,
    allowResubmission: false,
    createdAt: '2025-10-10T10:42:00Z',
    reviewedAt: null,
    reviewedBy: null,
    ...fields,
  };
}

export function row(id: string, fields: Partial<SubmissionRow> = {}): SubmissionRow {
  return {
    ...submission(id),
    studentName: `Student ${id}`,
    className: 'Math 101',
    goalName: `Goal ${id}`,
    goalbucks: 25,
    earlierTries: [],
    ...fields,
  };
}

type Desk = {
  pending: SubmissionRow[];
  approved: SubmissionRow[];
  denied: SubmissionRow[];
  /** With one, nothing is reviewed or undone. */
  refusal: Response | Error | null;
  /** The bodies of reviews and undoings. */
  sent: Record<string, unknown>[];
  keys: (string | null)[];
  asked: string[];
};

/** What the server does with a write, after it has been kept in `sent`. */
function act(desk: Desk, path: string, body: Record<string, unknown>): Response {
  const undone = /submissions\/(\w+)\/undo-review$/.exec(path)?.[1];
  if (undone !== undefined) {
    const found = [...desk.approved, ...desk.denied].find(({ id }) => id === undone) ?? row(undone);
    desk.approved = desk.approved.filter((other) => other !== found);
    desk.denied = desk.denied.filter((other) => other !== found);
    desk.pending = [{ ...found, status: 'pending', reviewedAt: null }, ...desk.pending];
    return Response.json(found);
  }
  const one = /submissions\/(\w+)\/review$/.exec(path)?.[1];
  const ids = one === undefined ? (body['submissionIds'] as string[]) : [one];
  const status = body['status'] as 'approved' | 'denied';
  const reviewed = desk.pending.filter(({ id }) => ids.includes(id));
  desk.pending = desk.pending.filter(({ id }) => !ids.includes(id));
  desk[status].unshift(...reviewed.map((each) => ({ ...each, status, reviewedAt: '2025-10-10T11:00:00Z' })));
  return one === undefined ? Response.json({ count: reviewed.length }) : Response.json(reviewed[0]);
}

/** A server that keeps what is pending and what was reviewed. */
export function serveDesk(start: Partial<Desk> = {}): Desk {
  const desk: Desk = {
    pending: [row('a'), row('b'), row('c')],
    approved: [],
    denied: [],
    refusal: null,
    sent: [],
    keys: [],
    asked: [],
    ...start,
  };
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (typeof request === 'string') return Response.json({ status: 'ok' });
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'GET') {
      const status = (searchParams.get('status') ?? 'pending') as 'pending' | 'approved' | 'denied';
      desk.asked.push(status);
      return Response.json(desk[status]);
    }
    const text = await request.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const [, id, what] = /submissions\/(?:(\w+)\/)?([\w-]+)$/.exec(pathname) ?? [];
    desk.sent.push({
      ...(id !== undefined && { id }),
      ...(what === 'undo-review' && { undo: true }),
      ...body,
    });
    desk.keys.push(request.headers.get('Idempotency-Key'));
    if (desk.refusal instanceof Error) throw desk.refusal;
    return desk.refusal?.clone() ?? act(desk, pathname, body);
  });
  return desk;
}

export function refusedWith(error: string, code: string): Response {
  return Response.json({ error, code }, { status: 409 });
}

/** The tab as it is shown; `refresh` is what a live event does. */
export function showDesk(shortcuts = true) {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <SignedInAs user={elena}>
        <PendingSubmissions shortcuts={shortcuts} otherTab={null} />
      </SignedInAs>
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), refresh: () => client.invalidateQueries() };
}

export async function openDesk(shortcuts = true) {
  const { user } = showDesk(shortcuts);
  await screen.findByRole('article', { name: 'Student a Goal a' });
  return user;
}

export const card = (id: string) => screen.getByRole('article', { name: `Student ${id} Goal ${id}` });
export const inCard = (id: string) => within(card(id));
export const hasCard = (id: string) =>
  screen.queryByRole('article', { name: `Student ${id} Goal ${id}` }) !== null;

/** What jsdom doesn't have. */
export function fillJsdomGaps() {
  vi.stubGlobal('scrollBy', vi.fn());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
}

/** No message goes meanwhile and no refresh is given up, however busy the machine is. */
export function stopLongWaits() {
  const start = window.setTimeout.bind(window);
  vi.stubGlobal('setTimeout', (done: () => void, wait = 0, ...rest: unknown[]) =>
    start(wait < 1000 ? done : () => undefined, wait, ...rest),
  );
}
