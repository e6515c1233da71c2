import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';

import type { Submission, SubmissionListItem } from '@/api/types';
import { buildSubmission, buildSubmissionListItem, buildTeacherUser } from '@/testing/builders';
import { type Call, json, errorResponse, type Reply, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { PendingSubmissions } from './pending-submissions';

/** A submission as the student's calls return it; also a previous attempt in the teacher's queue. */
export function submission(id: string, fields: Partial<Submission> = {}): Submission {
  const ids = { id, goalId: `goal-${id}`, studentId: `student-${id}` };
  const sent = { submissionText: `Proof ${id}`, createdAt: '2025-10-10T10:42:00Z' };
  return buildSubmission({ ...ids, ...sent, ...fields });
}

export function row(id: string, fields: Partial<SubmissionListItem> = {}): SubmissionListItem {
  const names = { studentName: `Student ${id}`, goalName: `Goal ${id}` };
  return buildSubmissionListItem({ ...submission(id), ...names, ...fields });
}

type SubmissionServer = {
  pending: SubmissionListItem[];
  approved: SubmissionListItem[];
  denied: SubmissionListItem[];
  /** Response to every write; then nothing is reviewed or undone. */
  failure: Response | Error | null;
  /** Responses to writes that were carried out wait for this promise. */
  answered: Promise<void>;
  /** The bodies of the requests that review or undo. */
  sent: Record<string, unknown>[];
  keys: (string | null)[];
  asked: string[];
};

type Review = { status: 'approved' | 'denied' };

function review(server: SubmissionServer, ids: string[], { status }: Review): SubmissionListItem[] {
  const reviewed = server.pending.filter(({ id }) => ids.includes(id));
  server.pending = server.pending.filter(({ id }) => !ids.includes(id));
  server[status].unshift(
    ...reviewed.map((each) => ({ ...each, status, reviewedAt: '2025-10-10T11:00:00Z' })),
  );
  return reviewed;
}

function undo(server: SubmissionServer, id: string): SubmissionListItem {
  const found = [...server.approved, ...server.denied].find((each) => each.id === id) ?? row(id);
  server.approved = server.approved.filter((other) => other !== found);
  server.denied = server.denied.filter((other) => other !== found);
  server.pending = [{ ...found, status: 'pending', reviewedAt: null }, ...server.pending];
  return found;
}

/** A fake server that stores the submissions, and carries out reviews and undos. */
export function serveSubmissions(start: Partial<SubmissionServer> = {}): SubmissionServer {
  const server: SubmissionServer = {
    pending: [row('a'), row('b'), row('c')],
    approved: [],
    denied: [],
    failure: null,
    answered: Promise.resolve(),
    sent: [],
    keys: [],
    asked: [],
    ...start,
  };
  /** Adds a write to `sent`, and carries it out unless there is a `failure`. */
  const write = async <Body extends object>(
    sent: Record<string, unknown>,
    { key }: Call,
    applyWrite: () => Reply<Body>,
  ) => {
    server.sent.push(sent);
    server.keys.push(key);
    if (server.failure instanceof Error) throw server.failure;
    const response = server.failure?.clone() ?? applyWrite();
    await server.answered;
    return response;
  };
  const list = ({ query }: Call) => {
    const status = (new URLSearchParams(query).get('status') ?? 'pending') as Submission['status'];
    server.asked.push(status);
    return json(server[status]);
  };
  serve({
    'GET /api/submissions/teacher/t1': list,
    'GET /api/submissions/teacher/t2': list,
    'PATCH /api/submissions/{submission_id}/review': (call) => {
      const id = call.params['submission_id'] ?? '';
      return write({ id, ...call.body }, call, () => json(review(server, [id], call.body)[0] ?? row(id)));
    },
    'POST /api/submissions/review': (call) => {
      const { submissionIds, status } = call.body;
      return write(call.body, call, () => json({ count: review(server, submissionIds, { status }).length }));
    },
    'POST /api/submissions/{submission_id}/undo-review': (call) => {
      const id = call.params['submission_id'] ?? '';
      return write({ id, undo: true }, call, () => json(undo(server, id)));
    },
  });
  return server;
}

export function conflict(error: string, code: string): Response {
  return errorResponse(409, error, { code });
}

/** Renders the Pending tab; `refresh` refetches, as after a live event. */
export function renderQueue(shortcuts = true, signedInAs = buildTeacherUser()) {
  const { user, queryClient } = render(<PendingSubmissions shortcuts={shortcuts} otherTab={null} />, {
    signedInAs,
  });
  return { user, refresh: () => queryClient.invalidateQueries() };
}

export async function openQueue(shortcuts = true) {
  const { user } = renderQueue(shortcuts);
  await screen.findByRole('article', { name: 'Student a Goal a' });
  return user;
}

export const card = (id: string) => screen.getByRole('article', { name: `Student ${id} Goal ${id}` });
export const inCard = (id: string) => within(card(id));
export const hasCard = (id: string) =>
  screen.queryByRole('article', { name: `Student ${id} Goal ${id}` }) !== null;

/** Stubs browser APIs that jsdom lacks. */
export function stubMissingBrowserApis() {
  vi.stubGlobal('scrollBy', vi.fn());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
}

/** Ignores timers of a second or longer: no toast disappears and no request times out, however slow the test runs. */
export function stopLongWaits() {
  const start = window.setTimeout.bind(window);
  vi.stubGlobal('setTimeout', (done: () => void, wait = 0, ...rest: unknown[]) =>
    start(wait < 1000 ? done : () => undefined, wait, ...rest),
  );
}
