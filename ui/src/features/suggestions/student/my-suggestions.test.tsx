import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Suggestion } from '@/api/types';
import { buildStudentUser, buildSuggestion } from '@/testing/builders';
import { type Call, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { MySuggestions, visibleSuggestions } from './my-suggestions';

const CALL = 'GET /api/goal-suggestions/student/s1';
const NOW = Date.parse('2026-03-20T12:00:00Z');

const suggestion = (id: string, fields: Partial<Suggestion> = {}) =>
  buildSuggestion({ id, suggestedName: `Idea ${id}`, createdAt: '2026-03-01T12:00:00Z', ...fields });

/** Responds as the server does: with the suggestions of the `status`, at most `limit` of them. */
function answering(suggestions: Suggestion[]) {
  return ({ query }: Call) => {
    const asked = new URLSearchParams(query);
    const status = asked.get('status');
    const found = suggestions.filter((each) => status === null || each.status === status);
    return json(found.slice(0, Number(asked.get('limit') ?? found.length)));
  };
}

function show(answer: (call: Call) => Response) {
  const calls = serve({ [CALL]: answer });
  const { container } = render(<MySuggestions />, { signedInAs: buildStudentUser() });
  return { calls, container };
}

describe('my suggestions', () => {
  // spec: 8.6
  it('are those that wait, however old, and those answered in the last week', () => {
    const shown = visibleSuggestions(
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
    show(
      answering([
        suggestion('c'),
        suggestion('b', { status: 'approved', reviewedAt }),
        suggestion('a', { status: 'denied', reviewedAt }),
      ]),
    );
    await screen.findByText('Idea c');
    const items = screen.getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('25 GoalBucks');
    expect(items.map((item) => /Pending Review|Approved|Denied/.exec(item.textContent)?.[0])).toEqual([
      'Pending Review',
      'Approved',
      'Denied',
    ]);
  });

  // spec: 8.6
  it.each([
    ['as suggested', 'Idea a', 25, /^Idea a25 GoalBucks ?Answered/],
    ['with other goalbucks', 'Idea a', 50, /^Idea aApproved for 50 GoalBucks \(you asked for 25\)Answered/],
    ['with another name', 'Knit', 25, /^Idea aApproved as Knit for 25 GoalBucksAnswered/],
    ['with both', 'Knit', 1, /^Idea aApproved as Knit for 1 GoalBuck \(you asked for 25\)Answered/],
    ['before that was kept', null, null, /^Idea aYou asked for 25 GoalBucksAnswered/],
  ])('show what was approved: %s', async (_how, approvedName, approvedGoalbucks, text) => {
    const reviewedAt = new Date().toISOString();
    show(answering([suggestion('a', { status: 'approved', reviewedAt, approvedName, approvedGoalbucks })]));
    expect((await screen.findByRole('listitem')).textContent).toMatch(text);
  });

  it('show one that waits under however many that were answered since', async () => {
    const reviewedAt = new Date().toISOString();
    const answered = Array.from({ length: 60 }, (_, at) =>
      suggestion(`b${99 - at}`, { status: 'denied', reviewedAt }),
    );
    show(answering([suggestion('c'), ...answered, suggestion('a')]));
    expect(await screen.findByText('Idea a')).toBeVisible();
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names[0]).toBe('Idea c');
    expect(names.at(-1)).toBe('Idea a');
    expect(new Set(names).size).toBe(names.length);
  });

  it('render nothing while there are none', async () => {
    const { calls, container } = show(answering([]));
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    expect(container).toBeEmptyDOMElement();
  });

  it('that did not load offer to try again', async () => {
    let broken = true;
    show((call) => (broken ? errorResponse(500, 'No.') : answering([suggestion('a')])(call)));
    expect(await screen.findByText("Your suggestions didn't load")).toBeVisible();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Idea a')).toBeVisible();
  });
});
