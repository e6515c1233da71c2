import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { buildTeacherUser } from '@/testing/builders';

import {
  card,
  stubMissingBrowserApis,
  inCard,
  openQueue as open,
  renderQueue,
  row,
  serveSubmissions as serve,
  submission,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);

describe('approving', () => {
  // spec: 1.2, 7.12, 14.4
  it('needs no comment, says so and goes on to the next submission', async () => {
    const server = serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Approve' }));
    expect(await screen.findByText('Submission reviewed')).toBeVisible();
    expect(server.sent).toEqual([
      { id: 'a', reviewedBy: 't1', status: 'approved', allowResubmission: false },
    ]);
    await waitFor(() => {
      expect(screen.queryByText('Goal a')).not.toBeInTheDocument();
    });
    expect(card('b')).toHaveFocus();
  });

  // spec: 7.12, 7.13
  it('sends a comment without the blanks around it', async () => {
    const server = serve();
    const user = await open();
    await user.click(inCard('b').getByRole('button', { name: 'Approve' }));
    await user.keyboard(' Well done! {Control>}{Enter}{/Control}');
    await screen.findByText('Submission reviewed');
    expect(server.sent).toEqual([
      { id: 'b', reviewedBy: 't1', status: 'approved', allowResubmission: false, comment: 'Well done!' },
    ]);
  });

  it('of the last one leaves the focus on the empty list', async () => {
    serve({ pending: [row('a')] });
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    const empty = await screen.findByText("You're all caught up");
    expect(document.activeElement).toContainElement(empty);
    expect(document.body).not.toHaveFocus();
  });
});

describe('denying', () => {
  // spec: 7.13, 14.3
  it('needs a comment', async () => {
    const server = serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('   ');
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Deny' }));
    expect(await screen.findByText('Comment required')).toBeVisible();
    const why = 'Please provide a comment explaining why this submission was denied.';
    expect(screen.getByText(why)).toBeVisible();
    expect(inCard('a').getByRole('textbox')).toHaveFocus();
    expect(inCard('a').getByRole('textbox')).toHaveAccessibleDescription(`Comment required - ${why}`);
    expect(server.sent).toEqual([]);
  });

  // spec: 3.12
  it('closes the toast about the missing comment once there is one', async () => {
    serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Deny' }));
    expect(await screen.findByText('Comment required')).toBeVisible();
    await user.keyboard('The other side is missing.');
    await waitFor(() => {
      expect(screen.queryByText('Comment required')).not.toBeInTheDocument();
    });
  });

  // spec: 7.12, 7.13, 7.14
  it('is final unless another try is ticked, which is remembered for this teacher in the browser', async () => {
    const server = serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    const box = () => screen.getByRole('checkbox', { name: 'Return for another try' });
    expect(box()).not.toBeChecked();
    expect(box()).toHaveAccessibleDescription("A denial is final: the student can't send this goal again.");
    await user.keyboard('No.');
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Deny' }));
    await screen.findByText('Submission reviewed');
    await user.click(inCard('b').getByRole('button', { name: 'Deny' }));
    await user.keyboard('The other side is missing.');
    await user.click(box());
    expect(box()).toHaveAccessibleDescription('If you return it, the student can send this goal again.');
    expect(inCard('b').queryByRole('button', { name: 'Confirm Deny' })).toBeNull();
    await user.click(inCard('b').getByRole('button', { name: 'Confirm Return' }));
    await waitFor(() => {
      expect(server.sent).toEqual([
        { id: 'a', reviewedBy: 't1', status: 'denied', comment: 'No.', allowResubmission: false },
        {
          id: 'b',
          reviewedBy: 't1',
          status: 'denied',
          comment: 'The other side is missing.',
          allowResubmission: true,
        },
      ]);
    });
    await user.click(inCard('c').getByRole('button', { name: 'Deny' }));
    expect(box()).toBeChecked();
    expect(inCard('c').getByRole('button', { name: 'Confirm Return' })).toBeVisible();
    cleanup();
    const { user: other } = renderQueue(true, buildTeacherUser({ id: 't2' }));
    await screen.findByText('Goal c');
    await other.click(inCard('c').getByRole('button', { name: 'Deny' }));
    expect(box()).not.toBeChecked();
  });
});

describe('the comment box', () => {
  // spec: 7.11
  it.each([
    ['Approve', 'Deny', 'denied'],
    ['Deny', 'Approve', 'approved'],
  ])('that %s opened can still confirm %s', async (pressed, other, status) => {
    const server = serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: pressed }));
    expect(inCard('a').getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(inCard('a').getByRole('button', { name: `Confirm ${pressed}` })).toBeVisible();
    await user.keyboard('On second thoughts.');
    await user.click(inCard('a').getByRole('button', { name: `Confirm ${other}` }));
    expect(await screen.findByText('Submission reviewed')).toBeVisible();
    expect(server.sent).toEqual([
      { id: 'a', reviewedBy: 't1', status, comment: 'On second thoughts.', allowResubmission: false },
    ]);
  });

  // spec: 7.11, 7.13
  it('that Approve opened needs a comment for Confirm Deny, and none for Confirm Approve after that', async () => {
    const server = serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Deny' }));
    expect(await screen.findByText('Comment required')).toBeVisible();
    expect(server.sent).toEqual([]);
    await user.click(inCard('a').getByRole('button', { name: 'Confirm Approve' }));
    expect(await screen.findByText('Submission reviewed')).toBeVisible();
    expect(server.sent).toEqual([
      { id: 'a', reviewedBy: 't1', status: 'approved', allowResubmission: false },
    ]);
  });
});

describe('a review that fails', () => {
  it('keeps the comment', async () => {
    serve({ failure: new Response('{"error":"x","code":"internal"}', { status: 500 }) });
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.keyboard('Well done!{Control>}{Enter}{/Control}');
    expect(
      await screen.findByText('Failed to review submission. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(inCard('a').getByRole('textbox')).toHaveValue('Well done!');
  });

  it('because it was reviewed elsewhere says so and refreshes the list', async () => {
    const failure = Response.json(
      { error: 'It has already been reviewed.', code: 'already_reviewed' },
      { status: 409 },
    );
    const server = serve({ failure });
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    server.pending = [row('b'), row('d')];
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('It has already been reviewed.')).toBeVisible();
    expect(await screen.findByText('Goal d')).toBeVisible();
    expect(screen.queryByText('Goal a')).not.toBeInTheDocument();
    expect(card('b')).toHaveFocus();
  });
});

describe('the keyboard', () => {
  it('goes to the next and the previous submission with the arrow keys', async () => {
    serve();
    const user = await open();
    await user.keyboard('{ArrowRight}');
    expect(card('a')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(card('c')).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(card('b')).toHaveFocus();
  });

  // spec: 7.17
  it('approves with A and denies with D, but not while something is typed', async () => {
    serve();
    const user = await open();
    await user.keyboard('{ArrowRight}{ArrowRight}a');
    expect(inCard('b').getByRole('textbox')).toHaveFocus();
    await user.keyboard('Dad{ArrowLeft}');
    expect(inCard('b').getByRole('textbox')).toHaveValue('Dad');
    await user.keyboard('{Escape}d');
    expect(inCard('b').getByRole('button', { name: 'Confirm Deny' })).toBeVisible();
  });

  it('cancels with Escape, gives the focus back and keeps what was typed', async () => {
    serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a sent{Escape}');
    expect(inCard('a').getByRole('button', { name: 'Deny' })).toHaveFocus();
    await user.keyboard('a');
    expect(inCard('a').getByRole('textbox')).toHaveValue('Half a sent');
    await user.keyboard('{Escape}d');
    expect(inCard('a').getByRole('textbox')).toHaveValue('Half a sent');
  });

  // spec: 7.17
  it('does nothing with single letters once that is turned off', async () => {
    serve();
    const user = await open(false);
    await user.keyboard('{ArrowRight}a');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('a submission', () => {
  // spec: 7.11
  it('shows its earlier tries with what the teacher wrote', async () => {
    const earlier = submission('z', { status: 'denied', comment: 'Please write the date.' });
    serve({ pending: [row('a', { earlierTries: [earlier] }), row('b')] });
    await open();
    expect(inCard('a').getByText('1 earlier try')).toBeVisible();
    expect(inCard('a').getByText('Please write the date.')).toBeInTheDocument();
    expect(inCard('b').queryByText('1 earlier try')).toBeNull();
  });

  it('enlarges the photo of an earlier try, under the names of its student and goal', async () => {
    const earlier = submission('z', { status: 'denied', imageUrl: '/api/submissions/z/image' });
    serve({ pending: [row('a', { earlierTries: [earlier] })] });
    const user = await open();
    await user.click(inCard('a').getByText('1 earlier try'));
    const thumbnail = inCard('a').getByRole('button', {
      name: 'Enlarge the earlier proof image from Student a',
    });
    await user.click(thumbnail);
    const photo = screen.getByRole('img', { name: 'Proof from Student a for Goal a' });
    expect(photo).toHaveAttribute('src', '/api/submissions/z/image');
    expect(screen.queryByText('No longer pending')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(thumbnail).toHaveFocus();
    });
  });

  it('enlarges its photo; D there starts the denial', async () => {
    serve({ pending: [row('a', { imageUrl: '/api/submissions/a/image' }), row('b')] });
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Enlarge the proof image from Student a' }));
    expect(screen.getByRole('dialog', { name: 'Student a' })).toBeVisible();
    await user.keyboard('d');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(inCard('a').getByRole('textbox')).toHaveFocus();
    });
  });

  it('leaves the enlarged photo with Escape and gives the focus back', async () => {
    serve({ pending: [row('a', { imageUrl: '/api/submissions/a/image' })] });
    const user = await open();
    const thumbnail = inCard('a').getByRole('button', { name: /^Enlarge/ });
    await user.click(thumbnail);
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(thumbnail).toHaveFocus();
    });
  });
});

describe('the order of the queue', () => {
  const order = () => screen.getAllByRole('article').map((each) => /Goal (\w)/.exec(each.textContent)?.[1]);

  // spec: 7.17
  it('is newest first until oldest first is chosen, which this computer remembers', async () => {
    serve();
    const user = await open();
    expect(order()).toEqual(['a', 'b', 'c']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
    expect(order()).toEqual(['c', 'b', 'a']);
    cleanup();
    await open();
    expect(order()).toEqual(['c', 'b', 'a']);
  });

  it('changes without losing what is being typed', async () => {
    serve();
    const user = await open();
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    await user.keyboard('Half a sent');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
    expect(inCard('a').getByRole('textbox')).toHaveValue('Half a sent');
  });
});
