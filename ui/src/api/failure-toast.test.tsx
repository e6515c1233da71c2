import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { Toaster } from '@/components/toast/toaster';

import { ApiError, NetworkError } from './api-error';
import { failureToast } from './failure-toast';

const TEXT = 'Failed to create class. Please try again.';
const SENTENCE = 'Another class has this name.';
const refused = (status: number) =>
  new ApiError(status, '', JSON.stringify({ error: SENTENCE, code: 'refused' }), null);

beforeEach(() => {
  render(<Toaster />);
});

describe('a failed action', () => {
  // spec: 14.1
  it('is a red toast titled Error with the text of the catalogue', async () => {
    failureToast(TEXT, new NetworkError('away'));
    const shown = await screen.findByRole('listitem');
    expect(shown).toHaveClass('bg-danger');
    expect(shown).toHaveTextContent(new RegExp(`^Error${TEXT}$`));
  });

  // spec: 14.2
  it.each([409, 413, 415, 422, 429])("adds the server's message to a %d", async (status) => {
    failureToast(TEXT, refused(status));
    expect(await screen.findByRole('listitem')).toHaveTextContent(`Error${TEXT}${SENTENCE}`);
  });

  it("adds the server's message about its database", async () => {
    failureToast(
      TEXT,
      new ApiError(503, '', JSON.stringify({ error: SENTENCE, code: 'store_unavailable' }), '3'),
    );
    expect(await screen.findByRole('listitem')).toHaveTextContent(`Error${TEXT}${SENTENCE}`);
  });

  it.each([403, 404, 500, 503])('shows no server message for a %d', async (status) => {
    failureToast(TEXT, refused(status));
    expect(await screen.findByRole('listitem')).toHaveTextContent(new RegExp(`^Error${TEXT}$`));
  });
});
