import { MutationObserver } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ApiError, NetworkError } from '@/api/api-error';
import { createQueryClient } from '@/api/query-client';
import { serverFieldError } from '@/api/server-field-error';
import { TextField } from '@/components/input';

import { FormFailure } from './form-failure';
import type { UnconfirmedSend } from './unconfirmed-send-alert';

const TEXT = 'Failed to create class. Please try again.';
const SENTENCE = 'Another class has this name.';
const refused = (status: number, fields?: Record<string, string>) =>
  new ApiError(status, '', JSON.stringify({ error: SENTENCE, code: 'refused', fields }), null);

function Form({ error, unconfirmed }: { error: Error | null; unconfirmed?: UnconfirmedSend }) {
  return (
    <form>
      <TextField label="Grade" />
      <TextField label="Name" error={serverFieldError(error, 'name', 'Name')} />
      <FormFailure error={error} fields={['name']} {...(unconfirmed !== undefined && { unconfirmed })} />
      <button type="submit">Create</button>
    </form>
  );
}

/** The error of a mutation whose policy has a text for it. */
async function failedWith(error: Error) {
  const meta = { changes: [], failed: TEXT, toasts: () => false };
  const mutation = new MutationObserver(createQueryClient(), {
    meta,
    mutationFn: () => Promise.reject(error),
  });
  await expect(mutation.mutate()).rejects.toBe(error);
  return error;
}

/** A form whose attempt has just failed, with the focus where it was. */
function fail(error: Error, unconfirmed?: UnconfirmedSend) {
  const { rerender } = render(<Form error={null} />);
  screen.getByRole('button').focus();
  rerender(<Form error={error} {...(unconfirmed !== undefined && { unconfirmed })} />);
}

describe('a form that failed', () => {
  // spec: 3.14
  it.each([409, 413, 415, 422, 429])('shows the sentence of the server of a %d', (status) => {
    fail(refused(status));
    expect(screen.getByRole('alert')).toHaveTextContent(new RegExp(`^${SENTENCE}$`));
    expect(screen.getByRole('button')).toHaveFocus();
  });

  // spec: 3.14
  it("shows the text of the mutation's policy where the server has no sentence that helps", async () => {
    fail(await failedWith(refused(500)));
    expect(screen.getByRole('alert')).toHaveTextContent(TEXT);
  });

  it('says what a lost answer means where sending again is safe', () => {
    fail(new NetworkError('away'), 'award');
    expect(screen.getByRole('alert')).toHaveTextContent('it never counts twice');
  });

  // spec: 3.14
  it('shows a refused field under the field alone, which gets the focus', () => {
    fail(refused(422, { name: 'must be shorter' }));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Name must be shorter\.$/);
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('shows the sentence of the server for a field that it does not have', () => {
    fail(refused(422, { studentIds: 'must not be empty' }));
    expect(screen.getByRole('alert')).toHaveTextContent(SENTENCE);
  });

  it('keeps the space of its message while the next attempt is sent', async () => {
    const failed = await failedWith(refused(500));
    const failure = (error: Error | null, pending: boolean) => (
      <form>
        <FormFailure error={error} pending={pending} />
      </form>
    );
    const { rerender } = render(failure(failed, false));
    rerender(failure(null, true));
    expect(screen.getByText(TEXT)).toBeInTheDocument();
    expect(screen.getByText(TEXT)).not.toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(failure(null, false));
    expect(screen.queryByText(TEXT)).toBeNull();
  });
});
