import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { userStorage } from '@/auth/user-storage';
import { buildGoal, buildSubmission } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { createProofDraft } from './proof-draft';
import { shrinkPhoto } from './shrink-photo';
import { SubmitGoalDialog } from './submit-goal-dialog';

vi.mock('./shrink-photo', () => ({
  shrinkPhoto: vi.fn((image: Blob) => Promise.resolve({ image, preview: null })),
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

it('a photo whose sending was interrupted by a reload is shrunk once, and sent', async () => {
  userStorage.claim(goal.studentId);
  const draft = createProofDraft(goal.studentId);
  const image = new Blob(['photo'], { type: 'image/jpeg' });
  await draft.writePhoto(goal.id, 'mine.jpg', Promise.resolve({ image }));
  draft.write(goal.id, 'I read it', { sending: true, withPhoto: true });
  const uploads = serve({ 'POST /api/submissions/upload': () => json(buildSubmission(), 201) });
  vi.mocked(shrinkPhoto).mockClear();
  render(<SubmitGoalDialog goal={goal} onClose={vi.fn()} />);
  expect(await screen.findByText('Goal submitted!')).toBeVisible();
  expect((uploads[0]?.body as FormData).get('image')).toMatchObject({ size: image.size });
  expect(shrinkPhoto).toHaveBeenCalledOnce();
});
