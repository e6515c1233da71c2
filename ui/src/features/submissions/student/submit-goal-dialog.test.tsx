import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { buildGoal, buildSubmission } from '@/testing/builders';
import { type Call, type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { shrinkPhoto } from './shrink-photo';
import { SubmitGoalDialog } from './submit-goal-dialog';

vi.mock('./shrink-photo', () => ({ shrinkPhoto: vi.fn() }));

const goal = buildGoal();
const FAILED = 'Failed to submit goal. Please try again.';
const jpeg = new File(['jpeg'], 'photo.jpg', { type: 'image/jpeg' });
const shrunk = new Blob(['small'], { type: 'image/jpeg' });

const UPLOAD = 'POST /api/submissions/upload';
type Answer = NonNullable<Handlers[typeof UPLOAD]>;
let uploads: Call[];

const arrives: Answer = () => json(buildSubmission(), 201);
const isLost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const isRefused = (status: number, code: string, error: string) => () =>
  errorResponse(status, error, { code });

/** Responds to the uploads in this order, and to all later ones as to the last. */
function answerUploads(...answers: [Answer, ...Answer[]]) {
  const [last] = answers.slice(-1);
  const left = [...answers];
  uploads = serve({ [UPLOAD]: (call) => (left.shift() ?? last ?? arrives)(call) });
}

beforeEach(() => {
  answerUploads(arrives);
  vi.mocked(shrinkPhoto).mockReset().mockResolvedValue({ image: shrunk, preview: shrunk });
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
});

function fileInput() {
  const file = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!file) throw new Error('There is no file input.');
  return file;
}

function open() {
  const onClose = vi.fn();
  const { unmount } = render(<SubmitGoalDialog goal={goal} onClose={onClose} />);
  const file = fileInput();
  // In a browser's file dialog, too, the user can choose a file of any type.
  return { user: userEvent.setup({ applyAccept: false }), onClose, file, unmount };
}

const text = () => screen.getByLabelText(/Text description/);
const submit = () => screen.getByRole('button', { name: 'Submit Goal' });
const sentForm = (call = 0) => Object.fromEntries((uploads[call]?.body as FormData | undefined) ?? []);

describe('what is sent', () => {
  // spec: 7.1, 14.3
  it('an image or non-empty text is required', async () => {
    const { user, onClose } = open();
    await user.type(text(), '   ');
    await user.click(submit());
    expect(await screen.findByText('Submission required')).toBeVisible();
    expect(screen.getAllByText('Please add either an image or a text description.')).toHaveLength(2);
    expect(text()).toBeInvalid();
    expect(text()).toHaveFocus();
    expect(uploads).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
    await user.type(text(), 'I read it.');
    expect(screen.queryByText('Submission required')).not.toBeInTheDocument();
  });

  // spec: 1.3, 7.1, 14.4
  it('a text alone is enough; it goes trimmed with the ids, and the toast says that it is pending', async () => {
    const { user, onClose } = open();
    await user.type(text(), ' I read it. ');
    await user.click(submit());
    expect(await screen.findByText('Goal submitted!')).toBeVisible();
    expect(screen.getByText('It is pending review by the teacher.')).toBeVisible();
    expect(sentForm()).toEqual({
      goalId: 'g1',
      studentId: 's1',
      classroomId: 'c1',
      submissionText: 'I read it.',
    });
    expect(onClose).toHaveBeenCalledOnce();
  });

  // spec: 7.1
  it('an image alone is enough; it goes shrunk, after a preview', async () => {
    const { user, onClose, file } = open();
    await user.upload(file, jpeg);
    expect(await screen.findByAltText('What you are about to send')).toHaveAttribute('src', 'blob:preview');
    await user.click(submit());
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(sentForm()['image']).toMatchObject({ size: shrunk.size });
    expect(sentForm()).not.toHaveProperty('submissionText');
  });

  it('an image that the browser cannot show goes as it is, with a placeholder', async () => {
    vi.mocked(shrinkPhoto).mockResolvedValue({ image: jpeg, preview: null });
    const { user, file } = open();
    await user.upload(file, new File(['heic'], 'IMG_1.HEIC', { type: '' }));
    expect(await screen.findByText(/This device can't show this image/)).toBeVisible();
  });

  it('a file that is no image is refused at once, and the image before it stays', async () => {
    const { user, file } = open();
    await user.upload(file, jpeg);
    await screen.findByAltText('What you are about to send');
    await user.upload(file, new File(['%PDF'], 'homework.pdf', { type: 'application/pdf' }));
    expect(
      screen.getByText("This file can't be used as an image. Please choose a PNG or JPG."),
    ).toBeVisible();
    expect(screen.getByAltText('What you are about to send')).toBeVisible();
  });

  it('a pasted image is taken, pasted words are not mistaken for one', async () => {
    const { user } = open();
    await user.click(text());
    await user.paste('words');
    expect(text()).toHaveValue('words');
    const paste = new Event('paste', { bubbles: true });
    Object.assign(paste, { clipboardData: { files: [jpeg], types: ['Files'] } });
    act(() => {
      document.body.dispatchEvent(paste);
    });
    expect(await screen.findByAltText('What you are about to send')).toBeVisible();
  });

  it('a text that is too long is told so before it is sent', async () => {
    const { user } = open();
    await user.click(text());
    await user.paste('x'.repeat(5002));
    expect(screen.getByText('That is 2 letters too many. Make it shorter.')).toBeVisible();
    await user.click(submit());
    expect(uploads).toEqual([]);
  });
});

describe('while it is sent', () => {
  it('a second press does nothing, progress is shown, and stopping keeps everything', async () => {
    answerUploads(({ onProgress }) => {
      onProgress(0.4);
      return new Promise(() => undefined);
    });
    const { user, file, onClose } = open();
    await user.upload(file, jpeg);
    await user.type(text(), 'Look');
    await user.dblClick(submit());
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await user.click(screen.getByRole('button', { name: 'Sending' }));
    expect(uploads).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Stop sending' }));
    expect(await screen.findByRole('button', { name: 'Submit Goal' })).toBeVisible();
    expect(text()).toHaveValue('Look');
    expect(screen.getByAltText('What you are about to send')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('while the image is being made ready', () => {
  function preparing() {
    let ready: () => void = () => undefined;
    vi.mocked(shrinkPhoto).mockReturnValue(
      new Promise((resolve) => {
        ready = () => {
          resolve({ image: shrunk, preview: shrunk });
        };
      }),
    );
    return () =>
      act(() => {
        ready();
        return Promise.resolve();
      });
  }

  it('sending can be stopped and begun anew, and happens once', async () => {
    const ready = preparing();
    const { user, file, onClose } = open();
    await user.upload(file, jpeg);
    await user.click(submit());
    await user.click(screen.getByRole('button', { name: 'Stop sending' }));
    await user.click(submit());
    expect(screen.getByRole('button', { name: 'Sending' })).toBeVisible();
    await ready();
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(uploads).toHaveLength(1);
  });

  it('closing leaves nothing behind', async () => {
    const ready = preparing();
    const createObjectURL = vi.spyOn(URL, 'createObjectURL');
    const { user, file, unmount } = open();
    await user.upload(file, jpeg);
    unmount();
    await ready();
    expect(createObjectURL).not.toHaveBeenCalled();
  });
});

describe('when it fails', () => {
  it.each([
    [413, 'image_too_large', 'This picture is too large.'],
    [415, 'image_not_supported', 'This file is not a picture.'],
    [422, 'submission_empty', 'Please add something.'],
  ])('a %d is explained in the words of the server, and nothing is lost', async (status, code, sentence) => {
    answerUploads(isRefused(status, code, sentence));
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(submit());
    expect(await screen.findByText(FAILED, { selector: '.toast *' })).toBeVisible();
    expect(await screen.findByText(sentence, { selector: '[role=alert] *' })).toBeVisible();
    expect(text()).toHaveValue('Look');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('a goal that is gone meanwhile is explained, and nothing is lost', async () => {
    answerUploads(isRefused(404, 'not_found', 'This was not found. It may have been deleted.'));
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(submit());
    expect(await screen.findByText(FAILED, { selector: '.toast *' })).toBeVisible();
    const reason = 'This goal is not in your list any more. It is done, or your teacher took it away.';
    expect(await screen.findByText(reason, { selector: '[role=alert] *' })).toBeVisible();
    expect(text()).toHaveValue('Look');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('the explanation of a refused image goes when another one is chosen', async () => {
    answerUploads(isRefused(415, 'image_damaged', 'This picture is damaged.'));
    const { user, file } = open();
    await user.upload(file, jpeg);
    await user.click(submit());
    expect(await screen.findByText('This picture is damaged.', { selector: '[role=alert] *' })).toBeVisible();
    await user.upload(fileInput(), jpeg);
    await waitFor(() => {
      expect(screen.queryByText('This picture is damaged.', { selector: '[role=alert] *' })).toBeNull();
    });
  });

  it('a goal that was sent from elsewhere is explained, and nothing is lost', async () => {
    answerUploads(isRefused(409, 'already_submitted', 'You have already sent proof.'));
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(submit());
    const [inForm, inToast] = await screen.findAllByText('You have already sent proof.');
    expect(inForm).toBeVisible();
    expect(inToast).toBeVisible();
    expect(text()).toHaveValue('Look');
    expect(onClose).not.toHaveBeenCalled();
  });

  // spec: 7.9
  it.each<[string, Answer]>([
    ['the computer', isLost],
    ['its database', isRefused(503, 'store_unavailable', 'The database is away.')],
  ])('while %s is out of reach it waits, and sends by itself when that is back', async (_what, answer) => {
    answerUploads(answer, arrives);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(submit());
    expect(await screen.findByText('Kept here and sent when the class computer is back.')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(screen.getByRole('button', { name: 'Waiting to send' })).toBeVisible();
    expect(text()).toHaveValue('Look');
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(sentForm(1)).toMatchObject({ submissionText: 'Look' });
  });

  it('a lost answer is no disaster: "already submitted" then means that it arrived', async () => {
    answerUploads(isLost, isRefused(409, 'already_submitted', 'You have already sent proof.'));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(submit());
    expect(await screen.findByText('Kept here and sent when the class computer is back.')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    vi.useRealTimers();
    expect(await screen.findByText('Goal submitted!')).toBeVisible();
    expect(uploads).toHaveLength(2);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('closing', () => {
  it('asks first when there is something in it', async () => {
    const { user, onClose } = open();
    await user.type(text(), 'Look');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without sending?');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(text()).toHaveValue('Look');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close without sending' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('just closes when it is empty', async () => {
    const { user, onClose } = open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
