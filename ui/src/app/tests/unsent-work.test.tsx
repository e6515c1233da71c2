import { act, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import type { StudentUser, Submission } from '@/api/types';
import { buildClassroom, buildGoal, buildSubmission } from '@/testing/builders';
import { type Handlers, json, errorResponse } from '@/testing/fake-server';

import { address, amara, openApp } from './app-test-utils';

const UPLOAD = 'POST /api/submissions/upload';
type UploadAnswer = NonNullable<Handlers[typeof UPLOAD]>;
let sentForms: FormData[] = [];
let uploadAnswers: UploadAnswer[] = [];
/** Records the form, and responds with the next of `uploadAnswers`, else with 201. */
const receiveUpload: UploadAnswer = (call) => {
  sentForms.push(call.body);
  return uploadAnswers.shift()?.(call) ?? json(buildSubmission(), 201);
};

vi.mock('@/features/submissions/student/shrink-photo', () => ({
  shrinkPhoto: (image: Blob) => Promise.resolve({ image, preview: null }),
}));

const ENDED = 'Your session has ended. Please sign in again.';
const KEPT = `${ENDED} What you added is kept until then.`;
const diego: StudentUser = { ...amara, id: 's2', username: 'diego.r', name: 'Diego Ramírez' };
const goal = buildGoal();
const none = () => json([]);
const goalsOf = (query: string) => json(query.includes('current') ? [goal] : []);

beforeEach(() => {
  sentForms = [];
  uploadAnswers = [];
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
});

/** Opens My Goals as Amara; `next` is the user whom the next sign-in signs in. */
async function open(next: StudentUser = amara) {
  const handlers: Handlers = {
    'GET /api/students/s1/goals': ({ query }) => goalsOf(query),
    'POST /api/auth/student': () => json({ user: next }),
    [UPLOAD]: receiveUpload,
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/students/s2/goals': ({ query }) => goalsOf(query),
    'GET /api/students/s2/goalbucks': () => json({ balance: 0, earned: 0, spent: 0 }),
    'GET /api/students/s2/ledger': none,
    'GET /api/purchases/student/s2': none,
    'GET /api/submissions/student/s2': none,
    'GET /api/goal-suggestions/student/s2': none,
  };
  const app = openApp('/', { as: null, handlers });
  await signIn(app.user, { username: 'amara.o', classCode: 'K7M4QX' });
  return app;
}

type User = ReturnType<typeof userEvent.setup>;
type Typed = { username?: string; classCode?: string };

async function signIn(user: User, { username, classCode }: Typed = {}) {
  await user.click(await screen.findByRole('button', { name: 'Student Login' }));
  const dialog = within(await screen.findByRole('dialog'));
  if (username) await user.type(dialog.getByLabelText('Username'), username);
  await user.type(dialog.getByLabelText('Password'), 'open sesame');
  if (classCode) await user.type(dialog.getByLabelText('Class Code'), classCode);
  await user.click(dialog.getByRole('button', { name: 'Student Login' }));
  await waitFor(() => {
    expect(address()).toBe('/student');
  });
}

const endSession = () => {
  act(() => {
    sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
  });
};
const text = () => screen.findByLabelText(/Text description/);

async function writeProof(user: User) {
  const next = within(await screen.findByRole('region', { name: goal.name }));
  await user.click(next.getByRole('button', { name: 'Submit Goal' }));
  await user.type(await text(), 'I read it');
}

describe('a session that ends with an unsent proof', () => {
  // spec: 7.9
  it('says that it is kept, fills in the form, and the same student goes on with text and photo', async () => {
    const { user } = await open();
    await writeProof(user);
    const file = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!file) throw new Error('There is no file input.');
    await user.upload(file, new File(['heic'], 'a.heic', { type: 'image/heic' }));
    await waitFor(() => {
      expect(sessionStorage.getItem('kept_proof-photo')).not.toBeNull();
    });
    uploadAnswers = [() => errorResponse(401, 'Please sign in.', { code: 'not_signed_in' })];
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Submit Goal' }));
    expect(await screen.findByText(KEPT)).toBeVisible();
    expect(screen.queryByText(/Failed/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Student Login' }));
    expect(screen.getByLabelText('Username')).toHaveValue('amara.o');
    expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
    await waitFor(() => {
      expect(screen.getByLabelText('Password')).toHaveFocus();
    });
    await user.keyboard('open sesame{Enter}');
    expect(await text()).toHaveValue('I read it');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Submit Goal' }));
    expect(await screen.findByText('Goal submitted!')).toBeVisible();
    const sent = sentForms.at(-1);
    expect(sent?.get('submissionText')).toBe('I read it');
    expect(sent?.get('image')).toMatchObject({ size: 4 });
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('kept_proof'))).toEqual([]);
  });

  // spec: 7.9
  it('never shows it to somebody else, and forgets it', async () => {
    const { user } = await open(diego);
    // `open` has signed Diego in; another tab signs Amara in.
    localStorage.setItem('temp_user', JSON.stringify(amara));
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'temp_user' }));
    });
    await writeProof(user);
    endSession();
    await screen.findByText(KEPT);
    await signIn(user, { classCode: 'K7M4QX' });
    expect(await screen.findByText(/Welcome/)).toHaveTextContent('Diego');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain('I read it');
  });

  it('is forgotten at Logout, also at one in another tab', async () => {
    const { user } = await open();
    await writeProof(user);
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'logout_pending', newValue: 'yes' }));
    });
    expect(await screen.findByRole('button', { name: 'Student Login' })).toBeVisible();
    expect(screen.queryByText(KEPT)).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain('I read it');
  });

  it('is forgotten when the student closes it', async () => {
    const { user } = await open();
    await writeProof(user);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close without sending' }));
    endSession();
    expect(await screen.findByText(ENDED)).toBeVisible();
    expect(JSON.stringify(sessionStorage)).not.toContain('I read it');
  });

  it('keeps a suggestion likewise', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Suggest a Goal' }));
    await user.type(await screen.findByLabelText('Goal name'), 'Learn to knit');
    endSession();
    await screen.findByText(KEPT);
    await signIn(user);
    expect(await screen.findByLabelText('Goal name')).toHaveValue('Learn to knit');
  });
});

describe('a form that was emptied again', () => {
  it('of a proof is not kept', async () => {
    const { user } = await open();
    await writeProof(user);
    await user.clear(await text());
    endSession();
    expect(await screen.findByText(ENDED)).toBeVisible();
  });

  it('of a suggestion is not kept', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Suggest a Goal' }));
    const name = await screen.findByLabelText('Goal name');
    await user.type(name, 'Learn to knit');
    await user.clear(name);
    endSession();
    expect(await screen.findByText(ENDED)).toBeVisible();
  });
});

/** Loads My Goals while a proof is saved in the tab's storage. */
function load(proof: object, handlers: Handlers = {}) {
  const entry = { savedAt: Date.now(), value: { goalId: 'g1', text: 'I read it', sending: true, ...proof } };
  sessionStorage.setItem('kept_for', 's1');
  sessionStorage.setItem('kept_proof', JSON.stringify(entry));
  return openApp('/student', {
    as: amara,
    handlers: {
      'GET /api/students/s1/goals': ({ query }) => goalsOf(query),
      [UPLOAD]: receiveUpload,
      ...handlers,
    },
  });
}

describe('a saved proof that cannot be sent any more', () => {
  const withProof = (status: Submission['status']): Handlers => ({
    'GET /api/submissions/student/s1': ({ query }) =>
      json(query.includes(status) ? [buildSubmission({ submissionText: 'Mine', status })] : []),
  });
  const cases: [string, Handlers, string][] = [
    ['whose goal is gone', { 'GET /api/students/s1/goals': none }, 'is done, or your teacher took it away'],
    ['whose goal has other proof', withProof('pending'), 'is waiting for your teacher'],
    ['whose goal was denied for good', withProof('denied'), "can't be sent again"],
  ];

  it.each(cases)('%s is shown with the reason until it is closed', async (_case, handlers, reason) => {
    const { user } = load({ sending: false }, handlers);
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('I read it')).toBeVisible();
    expect(notice.getByText(/This was kept for you/)).toHaveTextContent(reason);
    expect(notice.getByRole('button', { name: 'Copy text' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(notice.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('I read it')).toBeNull();
    expect(sessionStorage.getItem('kept_proof')).toBeNull();
  });

  it('because it had arrived is dropped without a word', async () => {
    load({ sending: true }, withProof('pending'));
    await waitFor(() => {
      expect(sessionStorage.getItem('kept_proof')).toBeNull();
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a proof that is being sent when the page is loaded anew', () => {
  it('is sent again by itself when the computer is back, and counts as arrived if it had', async () => {
    uploadAnswers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => errorResponse(409, 'You have already sent proof.', { code: 'already_submitted' }),
    ];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    load({ withPhoto: false });
    expect(await screen.findByText('Kept here and sent when the class computer is back.')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    vi.useRealTimers();
    expect(await screen.findByText('Goal submitted!')).toBeVisible();
    expect(sentForms.map((form) => form.get('submissionText'))).toEqual(['I read it', 'I read it']);
  });

  it('is not sent without the photo that it had: the form asks for it again', async () => {
    load({ withPhoto: true });
    expect(await screen.findByText(/^Your photo wasn't kept\./)).toBeVisible();
    expect(await text()).toHaveValue('I read it');
    expect(sentForms).toEqual([]);
  });
});

describe('a photo that replaces another', () => {
  it('leaves nothing of the first one, even where the browser has no room for it', async () => {
    const { user } = await open();
    await writeProof(user);
    const choose = async (name: string) => {
      const file = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!file) throw new Error('There is no file input.');
      await user.upload(file, new File(['heic'], name, { type: 'image/heic' }));
    };
    const savedPhoto = () => sessionStorage.getItem('kept_proof-photo') ?? '';
    await choose('first.heic');
    await waitFor(() => {
      expect(savedPhoto()).toContain('first.heic');
    });
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await choose('second.heic');
    await waitFor(() => {
      expect(console.error).toHaveBeenCalled();
    });
    expect(savedPhoto()).toBe('');
  });
});
