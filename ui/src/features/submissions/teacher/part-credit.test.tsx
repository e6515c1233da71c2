import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { errorResponse } from '@/testing/fake-server';

import {
  inCard,
  openQueue as open,
  renderQueue,
  row,
  serveSubmissions as serve,
  stubMissingBrowserApis,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);

const amount = () => inCard('a').getByRole('spinbutton', { name: 'GoalBucks' });
const SENT = { id: 'a', reviewedBy: 't1', status: 'approved', allowResubmission: false };

async function beginApproval() {
  const user = await open();
  await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
  return user;
}

describe('part credit', () => {
  // spec: 7.21
  it('starts at the worth, which is approved without another press or number', async () => {
    const server = serve();
    const user = await open();
    await user.keyboard('a');
    expect(amount()).toHaveValue(25);
    expect(inCard('a').getByRole('textbox')).toHaveFocus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('25 GoalBucks for Student a.')).toBeVisible();
    expect(server.sent).toEqual([SENT]);
  });

  // spec: 7.21
  it('pays what is typed, and button, hint and toast say of how much', async () => {
    const server = serve();
    const user = await beginApproval();
    await user.clear(amount());
    await user.type(amount(), '15');
    const comment = inCard('a').getByRole('textbox');
    expect(comment).toHaveAccessibleDescription('Student a reads it beside “15 of 25”. A few words help.');
    await user.type(comment, 'Three nights, well done!');
    await user.click(inCard('a').getByRole('button', { name: 'Approve with 15 of 25' }));
    expect(await screen.findByText('15 of 25 GoalBucks for Student a.')).toBeVisible();
    expect(server.sent).toEqual([{ ...SENT, comment: 'Three nights, well done!', goalbucks: 15 }]);
  });

  // spec: 7.21
  it('is half, rounded up, with one press, and the whole again with another one', async () => {
    serve();
    const user = await beginApproval();
    await user.click(inCard('a').getByRole('button', { name: 'Half: 13' }));
    expect(amount()).toHaveValue(13);
    expect(inCard('a').getByRole('button', { name: 'Approve with 13 of 25' })).toBeVisible();
    await user.click(inCard('a').getByRole('button', { name: 'All 25' }));
    expect(inCard('a').getByRole('button', { name: 'Confirm Approve' })).toBeVisible();
  });

  // spec: 7.21
  it.each([
    ['0', 'To give nothing, deny it or return it for another try.'],
    ['26', 'Use a whole number from 1 to 25.'],
    ['1.5', 'Use a whole number from 1 to 25.'],
    [' ', 'Use a whole number from 1 to 25.'],
  ])('of %s is refused, without asking for a comment', async (typed, message) => {
    const server = serve();
    const user = await beginApproval();
    await user.clear(amount());
    await user.type(amount(), typed);
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Approve' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText('Comment required')).toBeNull();
    expect(server.sent).toEqual([]);
  });

  // spec: 7.21
  it('is confirmed by Enter in its field, which never denies', async () => {
    const server = serve();
    const user = await beginApproval();
    await user.clear(amount());
    await user.type(amount(), '15{Enter}');
    await screen.findByText('15 of 25 GoalBucks for Student a.');
    expect(server.sent).toEqual([{ ...SENT, goalbucks: 15 }]);
  });

  // spec: 7.13, 7.21
  it('is left out of a denial', async () => {
    const server = serve();
    const user = await beginApproval();
    await user.click(inCard('a').getByRole('button', { name: 'Half: 13' }));
    await user.type(inCard('a').getByRole('textbox'), 'Blurred');
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Deny' }));
    await screen.findByText('Submission reviewed');
    expect(server.sent).toEqual([{ ...SENT, status: 'denied', comment: 'Blurred' }]);
  });

  it('is not offered with a denial, or for a goal of 1 GoalBuck', async () => {
    serve({ pending: [row('a', { goalbucks: 1 }), row('b')] });
    const user = await beginApproval();
    expect(inCard('a').queryByRole('spinbutton')).toBeNull();
    await user.click(inCard('b').getByRole('button', { name: 'Deny' }));
    expect(inCard('b').queryByRole('spinbutton')).toBeNull();
  });

  it('starts anew at a worth that was edited meanwhile, and keeps the comment', async () => {
    const server = serve();
    const { user, refresh } = renderQueue();
    await screen.findByRole('article', { name: 'Student a Goal a' });
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.type(inCard('a').getByRole('textbox'), 'Good');
    server.pending = [row('a', { goalbucks: 10 }), row('b')];
    await refresh();
    await waitFor(() => {
      expect(amount()).toHaveValue(10);
    });
    expect(inCard('a').getByRole('textbox')).toHaveValue('Good');
  });

  it('that the server refuses says why at its field', async () => {
    const sentence = "A goal can't pay more than it is worth.";
    serve({ failure: errorResponse(422, sentence, { code: 'too_much', fields: { goalbucks: sentence } }) });
    const user = await beginApproval();
    await user.click(inCard('a').getByRole('button', { name: 'Half: 13' }));
    await user.click(inCard('a').getByRole('button', { name: 'Approve with 13 of 25' }));
    await waitFor(() => {
      expect(amount()).toHaveAccessibleDescription(sentence);
    });
    expect(amount()).toHaveValue(13);
  });
});
