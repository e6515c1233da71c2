import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import {
  stubMissingBrowserApis,
  hasCard,
  inCard,
  conflict,
  row,
  serveSubmissions,
  renderQueue,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);

const UNCONFIRMED =
  'The class computer didn’t answer, so nobody knows yet whether it got the reviews. Just try again, with nothing changed: it never counts twice.';

const tick = (id: string) => screen.getByRole('checkbox', { name: `Select Goal ${id} from Student ${id}` });
const all = () => screen.getByRole('checkbox', { name: 'Select all' });
const button = (name: string) => screen.getByRole('button', { name });

async function choose(...ids: string[]) {
  const { user, refresh } = renderQueue();
  await user.click(await screen.findByRole('button', { name: 'Select several' }));
  for (const id of ids) await user.click(tick(id));
  return { user, refresh };
}

async function deny(user: Awaited<ReturnType<typeof choose>>['user'], count: number) {
  await user.click(button(`Deny ${count}...`));
  return within(screen.getByRole('dialog'));
}

describe('bulk selection', () => {
  it('is offered for two or more submissions', async () => {
    serveSubmissions({ pending: [row('a')] });
    const { refresh } = renderQueue();
    await screen.findByText('Goal a');
    expect(screen.queryByRole('button', { name: 'Select several' })).toBeNull();
    serveSubmissions();
    await refresh();
    expect(await screen.findByRole('button', { name: 'Select several' })).toBeVisible();
  });

  it('has a checkbox for all with a third state, and says how many there are', async () => {
    serveSubmissions();
    const { user } = await choose('a');
    expect(all()).toBePartiallyChecked();
    expect(screen.getByText('1 of 3 selected')).toBeVisible();
    await user.click(all());
    expect(all()).toBeChecked();
    expect(tick('c')).toBeChecked();
    await user.click(all());
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
    expect(button('Approve')).toBeDisabled();
    expect(button('Deny...')).toBeDisabled();
  });

  it('puts the focus on the first checkbox and gives it back', async () => {
    serveSubmissions();
    const { user } = await choose();
    expect(all()).toHaveFocus();
    await user.click(button('Cancel'));
    expect(button('Select several')).toHaveFocus();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('keeps a comment that was begun, and hides single reviews until it ends', async () => {
    serveSubmissions();
    const { user } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent');
    await user.click(button('Select several'));
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button('Cancel'));
    expect(inCard('a').getByRole('textbox')).toHaveValue('Half a sent');
  });

  it('survives what comes in, which is not chosen', async () => {
    const server = serveSubmissions();
    const { refresh } = await choose('a', 'b');
    server.pending = [row('new'), ...server.pending];
    await refresh();
    expect(await screen.findByText('2 of 4 selected')).toBeVisible();
    expect(tick('new')).not.toBeChecked();
    expect(tick('b')).toBeChecked();
  });

  it('drops what is no longer pending and says so', async () => {
    const server = serveSubmissions();
    const { user, refresh } = await choose('a', 'b');
    server.pending = [row('b'), row('c')];
    await refresh();
    expect(await screen.findByText('1 selected submission is no longer pending.')).toBeVisible();
    expect(screen.getByText('1 of 2 selected')).toBeVisible();
    await user.click(tick('c'));
    expect(screen.queryByText(/no longer pending/)).toBeNull();
    expect(button('Approve 2')).toBeVisible();
  });
});

describe('approving several', () => {
  it('sends all of them once, says how many and ends the choosing', async () => {
    const server = serveSubmissions();
    const { user } = await choose('a', 'c');
    await user.dblClick(button('Approve 2'));
    expect(await screen.findByText('Submissions reviewed')).toBeVisible();
    expect(screen.getByText('2 submissions approved.')).toBeVisible();
    expect(server.sent).toEqual([
      { submissionIds: ['a', 'c'], status: 'approved', allowResubmission: false },
    ]);
    await waitFor(() => {
      expect(hasCard('a')).toBe(false);
    });
    expect(hasCard('b')).toBe(true);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('of which one had a comment begun says nothing but that they are reviewed', async () => {
    serveSubmissions();
    const { user } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent');
    await user.click(button('Select several'));
    await user.click(all());
    await user.click(button('Approve 3'));
    await screen.findByText("You're all caught up");
    expect(screen.getByText('Submissions reviewed')).toBeVisible();
    expect(screen.queryByText('No longer pending')).toBeNull();
    await user.click(button('Undo'));
    await screen.findByText('Goal a');
    expect(inCard('a').queryByRole('textbox')).toBeNull();
  });

  it('leaves the comment that was begun on another one', async () => {
    serveSubmissions();
    const { user } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent');
    await user.click(button('Select several'));
    await user.click(tick('b'));
    await user.click(button('Approve 1'));
    await screen.findByText('Submission reviewed');
    expect(inCard('a').getByRole('textbox')).toHaveValue('Half a sent');
  });

  it('repeats a lost call under the same key', async () => {
    const server = serveSubmissions({ failure: new TypeError('Failed to fetch') });
    const { user } = await choose('a', 'b');
    await user.click(button('Approve 2'));
    expect(await screen.findByRole('alert')).toHaveTextContent(UNCONFIRMED);
    expect(screen.queryByText('Failed to review submission. Please try again.')).toBeNull();
    server.failure = null;
    await user.click(button('Approve 2'));
    await screen.findByText('Submissions reviewed');
    expect(server.keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it('no longer speaks of the lost answer once it is cancelled or done', async () => {
    const server = serveSubmissions({ failure: new TypeError('Failed to fetch') });
    const { user } = await choose('a', 'b');
    await user.click(button('Approve 2'));
    await screen.findByRole('alert');
    await user.click(button('Cancel'));
    await user.click(button('Select several'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(all());
    await user.click(button('Approve 3'));
    await screen.findByRole('alert');
    server.failure = null;
    await user.click(button('Approve 3'));
    await screen.findByText('Submissions reviewed');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('alike again after it was undone goes under another key', async () => {
    const server = serveSubmissions({ pending: [row('a'), row('b')] });
    const { user } = await choose('a', 'b');
    await user.click(button('Approve 2'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Reviews undone');
    await user.click(await screen.findByRole('button', { name: 'Select several' }));
    await user.click(all());
    await user.click(button('Approve 2'));
    await screen.findByText('Submissions reviewed');
    expect(server.sent.filter(({ status }) => status === 'approved')).toHaveLength(2);
    expect(server.keys.at(-1)).not.toBe(server.keys[0]);
  });

  // spec: 7.16
  it('of which one has been reviewed elsewhere reviews none, says why and drops that one', async () => {
    const server = serveSubmissions({
      failure: conflict('One has already been reviewed.', 'already_reviewed'),
    });
    const { user } = await choose('a', 'b');
    server.pending = [row('b'), row('c')];
    await user.click(button('Approve 2'));
    expect(
      await screen.findByText('Failed to review submission. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('One has already been reviewed.')).toBeVisible();
    expect(await screen.findByText('1 selected submission is no longer pending.')).toBeVisible();
    expect(button('Approve 1')).toBeVisible();
  });
});

describe('denying several', () => {
  it('needs a comment', async () => {
    const server = serveSubmissions();
    const { user } = await choose('a', 'b');
    const dialog = await deny(user, 2);
    await user.click(dialog.getByRole('button', { name: 'Deny 2 submissions' }));
    expect(await screen.findByText('Comment required')).toBeVisible();
    const why = 'Comment required - Please provide a comment explaining why this submission was denied.';
    expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(why);
    expect(dialog.getByRole('textbox')).toHaveFocus();
    expect(server.sent).toEqual([]);
  });

  // spec: 7.14
  it.each([
    [false, 'Deny 2 submissions'],
    [true, 'Return 2 submissions'],
  ])('sends one comment for all, another try only if ticked (%s: %s)', async (again, confirm) => {
    const server = serveSubmissions();
    const { user } = await choose('a', 'b');
    const dialog = await deny(user, 2);
    await user.keyboard(' Please write the date. ');
    const box = dialog.getByRole('checkbox', { name: 'Return for another try' });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription("A denial is final: the students can't send these goals again.");
    if (again) {
      await user.click(box);
      expect(box).toHaveAccessibleDescription('If you return them, the students can send these goals again.');
    }
    await user.click(dialog.getByRole('button', { name: confirm }));
    const what = again ? 'returned for another try' : 'denied';
    expect(await screen.findByText(`2 submissions ${what}.`)).toBeVisible();
    const comment = 'Please write the date.';
    const expected = { submissionIds: ['a', 'b'], status: 'denied', comment, allowResubmission: again };
    expect(server.sent).toEqual([expected]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the comment when it fails', async () => {
    serveSubmissions({ failure: Response.json({ error: 'x', code: 'internal' }, { status: 500 }) });
    const { user } = await choose('a', 'b');
    const dialog = await deny(user, 2);
    await user.keyboard('Please write the date.{Control>}{Enter}{/Control}');
    expect(
      await screen.findByText('Failed to review submission. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(dialog.getByRole('textbox')).toHaveValue('Please write the date.');
  });

  it('says in the dialog that a lost answer leaves open whether it was done', async () => {
    const server = serveSubmissions({ failure: new TypeError('Failed to fetch') });
    const { user } = await choose('a', 'b');
    const dialog = await deny(user, 2);
    await user.keyboard('Please write the date.{Control>}{Enter}{/Control}');
    expect(await dialog.findByRole('alert')).toHaveTextContent(UNCONFIRMED);
    expect(screen.queryByText('Failed to review submission. Please try again.')).toBeNull();
    server.failure = null;
    await user.click(dialog.getByRole('button', { name: 'Deny 2 submissions' }));
    await screen.findByText('Submissions reviewed');
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it('asks before a comment is thrown away', async () => {
    serveSubmissions();
    const { user } = await choose('a', 'b');
    await deny(user, 2);
    await user.keyboard('Please{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Close without saving?' })).toBeVisible();
  });
});
