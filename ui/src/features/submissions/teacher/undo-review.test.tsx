import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import {
  card,
  stubMissingBrowserApis,
  hasCard,
  inCard,
  openQueue,
  conflict,
  row,
  serveSubmissions,
  renderQueue,
  stopLongWaits,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);
beforeEach(stopLongWaits);

const at = (minute: number) => `2025-10-10T11:${String(minute).padStart(2, '0')}:00Z`;
const approved = (id: string, minute = 0) => row(id, { status: 'approved', reviewedAt: at(minute) });
const denied = (id: string, minute = 0, fields = {}) =>
  row(id, { status: 'denied', comment: 'No.', reviewedAt: at(minute), ...fields });

async function approve(id: string) {
  const user = await openQueue();
  await user.click(inCard(id).getByRole('button', { name: 'Approve' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Submission reviewed');
  return user;
}

async function openRecent() {
  const shown = renderQueue();
  await shown.user.click(await screen.findByRole('heading', { name: 'Recently reviewed' }));
  return shown;
}

const rows = () =>
  within(within(screen.getByRole('group', { name: '' })).getByRole('list')).getAllByRole('listitem');

describe('the message about a review', () => {
  // spec: 7.15
  it('says what it did and offers to undo it, which takes the goalbucks back', async () => {
    const server = serveSubmissions();
    const user = await approve('a');
    expect(screen.getByText('25 GoalBucks for Student a.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Review undone')).toBeVisible();
    expect(
      screen.getByText('It is pending again. 25 GoalBucks were taken back from Student a.'),
    ).toBeVisible();
    expect(server.sent.at(-1)).toEqual({ id: 'a', undo: true });
    await waitFor(() => {
      expect(card('a')).toHaveFocus();
    });
  });

  it.each([
    [false, 'Confirm Deny', 'Student a can read your comment.'],
    [true, 'Confirm Return', 'Student a can try again.'],
  ])('says what a denial means for the student (another try: %s)', async (again, confirm, sentence) => {
    serveSubmissions();
    const user = await openQueue();
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Please write the date.');
    if (again) await user.click(inCard('a').getByRole('checkbox'));
    await user.click(inCard('a').getByRole('button', { name: confirm }));
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It is pending again.')).toBeVisible();
  });

  it('is reached with F8, its Undo with Tab', async () => {
    const server = serveSubmissions();
    const user = await approve('a');
    await user.keyboard('[F8]');
    expect(screen.getByRole('region', { name: /^Notifications/ })).toContainElement(
      document.activeElement as HTMLElement,
    );
    const undo = screen.getByRole('button', { name: 'Undo' });
    for (let tabs = 0; tabs < 3 && document.activeElement !== undo; tabs += 1) await user.tab();
    expect(undo).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByText('Review undone');
    expect(server.sent.at(-1)).toEqual({ id: 'a', undo: true });
  });

  it.each([
    ['The student has already tried again.', 'newer_try'],
    ["This submission hasn't been reviewed yet.", 'not_reviewed'],
  ])('says why it cannot be undone: %s', async (sentence, code) => {
    const server = serveSubmissions();
    const user = await approve('a');
    server.failure = conflict(sentence, code);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to undo the review. Please try again.')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

describe('undoing several', () => {
  async function approveAll() {
    const server = serveSubmissions();
    const user = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Select several' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Approve 3' }));
    await screen.findByText('Submissions reviewed');
    server.sent.length = 0;
    return { server, user };
  }

  it('goes on after one that is refused', async () => {
    const { server, user } = await approveAll();
    server.failure = conflict('The student has already tried again.', 'newer_try');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to undo 3 of 3 reviews. Please try again.')).toBeVisible();
    expect(server.sent.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['the server is out of reach', new TypeError('Failed to fetch')],
    ['nobody is signed in any more', Response.json({ error: 'x', code: 'not_signed_in' }, { status: 401 })],
    ['the server is broken', Response.json({ error: 'x', code: 'internal' }, { status: 500 })],
  ])('asks for no other one when %s', async (_why, failure) => {
    const { server, user } = await approveAll();
    server.failure = failure;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to undo 3 of 3 reviews. Please try again.')).toBeVisible();
    expect(server.sent).toEqual([{ id: 'a', undo: true }]);
  });
});

describe('recently reviewed', () => {
  it('is asked for only when it is opened', async () => {
    const server = serveSubmissions();
    await openQueue();
    expect(new Set(server.asked)).toEqual(new Set(['pending']));
  });

  // spec: 7.15
  it('lists what was reviewed last, the latest first, 20 at most', async () => {
    const many = Array.from({ length: 19 }, (_, at) => approved(`m${at}`, at));
    serveSubmissions({ approved: [...many, approved('old', 59)], denied: [denied('d', 58)] });
    await openRecent();
    await screen.findByText('Goal old');
    expect(rows()).toHaveLength(20);
    expect(rows()[0]).toHaveTextContent('Student old · Goal old');
    expect(rows()[0]).toHaveTextContent('Approved');
    expect(rows()[1]).toHaveTextContent('Denied');
    expect(screen.queryByText('Goal m0')).toBeNull();
  });

  it('says what undoing does before it does it', async () => {
    const server = serveSubmissions({ approved: [approved('x'), approved('y')] });
    const { user } = await openRecent();
    await user.click(await screen.findByRole('button', { name: 'Undo the review of Goal x from Student x' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Undo this approval?' }));
    expect(question.getByText(/25 GoalBucks are taken back from Student x/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Undo approval' }));
    expect(await screen.findByText('Review undone')).toBeVisible();
    expect(server.sent).toEqual([{ id: 'x', undo: true }]);
    await waitFor(() => {
      expect(hasCard('x')).toBe(true);
      expect(screen.getByRole('button', { name: 'Undo the review of Goal y from Student y' })).toHaveFocus();
    });
  });

  it('offers no Undo once the student has tried again', async () => {
    serveSubmissions({
      pending: [row('b', { goalId: 'g' }), row('a')],
      denied: [denied('a1', 0, { goalId: 'g', allowResubmission: true }), denied('a2')],
    });
    await openRecent();
    expect(await screen.findByText('Tried again')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Undo the review/ })).toHaveLength(1);
  });

  it('says so when there is nothing yet', async () => {
    serveSubmissions();
    await openRecent();
    expect(await screen.findByText('What you approve or deny can be undone here.')).toBeVisible();
  });

  it('stays there when everything is reviewed', async () => {
    serveSubmissions({ pending: [], approved: [approved('x')] });
    await openRecent();
    expect(await screen.findByText('Goal x')).toBeVisible();
    expect(screen.getByText("You're all caught up")).toBeVisible();
  });
});
