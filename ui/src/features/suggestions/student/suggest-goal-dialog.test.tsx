import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildStudentUser, buildSuggestion } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { SuggestGoalDialog } from './suggest-goal-dialog';

const CALL = 'POST /api/goal-suggestions';

function open() {
  const onOpenChange = vi.fn();
  const { user } = render(<SuggestGoalDialog open onOpenChange={onOpenChange} />, {
    signedInAs: buildStudentUser(),
  });
  return { user, onOpenChange };
}

const name = () => screen.getByLabelText('Goal name');
const goalbucks = () => screen.getByLabelText('Suggested GoalBucks');
const button = () => screen.getByRole('button', { name: 'Submit Suggestion' });

describe('suggesting a goal', () => {
  // spec: 1.3, 8.1, 14.4
  it('sends the name, the goalbucks and the reason, says so and closes', async () => {
    const calls = serve({ [CALL]: () => json(buildSuggestion(), 201) });
    const { user, onOpenChange } = open();
    expect(name()).toHaveFocus();
    await user.keyboard(' Read two books ');
    await user.type(goalbucks(), '25');
    await user.type(screen.getByLabelText(/^Why this goal\?/), ' I like dragons. ');
    await user.click(button());
    expect(await screen.findByText('Goal suggestion submitted!')).toBeVisible();
    expect(calls[0]?.body).toEqual({
      studentId: 's1',
      suggestedName: 'Read two books',
      suggestedGoalbucks: 25,
      description: 'I like dragons.',
    });
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  // spec: 8.1
  it('needs no reason, and Enter sends it', async () => {
    const calls = serve({ [CALL]: () => json(buildSuggestion(), 201) });
    const { user } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '1{Enter}');
    await screen.findByText('Goal suggestion submitted!');
    expect(calls[0]?.body).toMatchObject({ suggestedGoalbucks: 1, description: null });
  });

  // spec: 8.1, 14.3
  it.each([
    ['the name', '   ', '25', 'name'],
    ['the goalbucks', 'Read two books', '', 'goalbucks'],
  ])('without %s says what is missing, and the focus goes there', async (_what, title, amount, field) => {
    const calls = serve({});
    const { user } = open();
    await user.type(name(), title);
    if (amount) await user.type(goalbucks(), amount);
    await user.click(button());
    expect(await screen.findByText('Missing information')).toBeVisible();
    expect(screen.getByText('Please fill in the goal name and suggested goalbucks.')).toBeVisible();
    expect(field === 'name' ? name() : goalbucks()).toHaveFocus();
    expect(calls).toEqual([]);
  });

  // spec: 8.1, 14.3
  it.each(['0', '-5', '2.5'])('with %s goalbucks says that they are invalid', async (amount) => {
    const calls = serve({});
    const { user } = open();
    await user.type(name(), 'Read two books');
    await user.type(goalbucks(), amount);
    await user.click(button());
    expect(await screen.findByText('Invalid goalbucks')).toBeVisible();
    expect(screen.getByText('Please enter a valid number of goalbucks.')).toBeVisible();
    expect(goalbucks()).toHaveFocus();
    expect(goalbucks()).toHaveAccessibleDescription('Use a whole number from 1 to 1,000,000.');
    expect(calls).toEqual([]);
  });

  // spec: 14.1
  it('that is refused shows the sentence of the server and keeps what was typed', async () => {
    serve({ [CALL]: () => errorResponse(409, 'You already have many suggestions waiting.') });
    const { user, onOpenChange } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '25{Enter}');
    expect(
      await screen.findByText('You already have many suggestions waiting.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.queryByText(/^Failed to submit/)).toBeNull();
    expect(name()).toHaveValue('Read two books');
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  // spec: 14.1
  it('that the server fails at says the same in the dialog as in the toast', async () => {
    serve({ [CALL]: () => errorResponse(500, 'The class computer made a mistake.') });
    const { user } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '25{Enter}');
    const sentence = 'The class computer made a mistake.';
    expect(await screen.findByText(sentence, { selector: '.toast *' })).toBeVisible();
    expect(screen.getByText(sentence, { selector: 'form *' })).toBeVisible();
  });

  it('that fails without a sentence says that it failed', async () => {
    serve({ [CALL]: () => new Response('Bad gateway', { status: 502 }) });
    const { user } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '25{Enter}');
    expect(
      await screen.findByText('Failed to submit goal suggestion. Please try again.', {
        selector: '.toast *',
      }),
    ).toBeVisible();
  });

  it('repeats a lost call under the same key', async () => {
    let lost = true;
    const calls = serve({
      [CALL]: () => {
        if (!lost) return json(buildSuggestion(), 201);
        lost = false;
        throw new TypeError('Failed to fetch');
      },
    });
    const { user } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '25{Enter}');
    await screen.findByText('Failed to submit goal suggestion. Please try again.', { selector: '.toast *' });
    await user.click(button());
    await screen.findByText('Goal suggestion submitted!');
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
  });

  it('is sent once by a double click', async () => {
    const calls = serve({ [CALL]: () => slowly(json(buildSuggestion(), 201)) });
    const { user } = open();
    await user.keyboard('Read two books');
    await user.type(goalbucks(), '25');
    await user.dblClick(button());
    await screen.findByText('Goal suggestion submitted!');
    expect(calls).toHaveLength(1);
  });

  it('asks before what was typed is thrown away', async () => {
    serve({});
    const { user, onOpenChange } = open();
    await user.keyboard('Read{Escape}');
    await waitFor(() => {
      expect(screen.getByRole('alertdialog', { name: 'Close without sending?' })).toBeVisible();
    });
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
