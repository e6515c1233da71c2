import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { userStorage } from '@/auth/user-storage';
import { buildGoal } from '@/testing/builders';
import { render } from '@/testing/render';

import { SubmitGoalDialog } from './submit-goal-dialog';

vi.mock('./shrink-photo', () => ({
  shrinkPhoto: (image: Blob) => Promise.resolve({ image, preview: null }),
}));

const goal = buildGoal({ name: 'Read' });

it('what one student adds never reaches the storage of another after a switch of accounts', async () => {
  userStorage.claim('s1');
  render(<SubmitGoalDialog goal={goal} onClose={vi.fn()} />);
  const user = userEvent.setup({ applyAccept: false });
  const text = screen.getByLabelText(/Text description/);
  const file = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!file) throw new Error('There is no file input.');
  await user.type(text, 'I read');
  expect(sessionStorage.getItem('kept_proof')).toContain('I read');
  // Another tab signs in another student, while the form of the first one is still open.
  userStorage.claim('s2');
  await user.type(text, ' it');
  await user.upload(file, new File(['heic'], 'mine.heic', { type: 'image/heic' }));
  await screen.findByText(/This device can't show this image/);
  await waitFor(() => {
    expect(Object.keys(sessionStorage)).toEqual(['kept_for']);
  });
});
