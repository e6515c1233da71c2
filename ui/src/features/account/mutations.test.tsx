import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { SessionUser } from '@/api/types';
import { useSession } from '@/auth/session-context';
import { buildSession } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { turns } from '@/testing/turns';

import { useRenameTeacher } from './mutations';

const elena: SessionUser = {
  id: 't1',
  role: 'teacher',
  username: 'elena@school.test',
  name: 'Elena Rivera',
  language: null,
  isSample: false,
};

function Renaming() {
  const { user, signOut } = useSession();
  const renaming = useRenameTeacher('t1');
  return (
    <>
      <p>{user?.name ?? 'nobody'}</p>
      <button
        type="button"
        onClick={() => {
          renaming.mutate('Elena Diaz');
        }}
      >
        rename
      </button>
      <button type="button" onClick={signOut}>
        out
      </button>
    </>
  );
}

function show(answer: () => Promise<Response>) {
  serve({
    'GET /api/auth/session': () => json(buildSession({ user: elena })),
    'PUT /api/teachers/t1': answer,
  });
  localStorage.setItem('temp_user', JSON.stringify(elena));
  render(<Renaming />);
}

const press = (name: string) => {
  act(() => {
    screen.getByRole('button', { name }).click();
  });
};

describe('a new name', () => {
  it('comes from another tab too', async () => {
    show(() => Promise.resolve(json({ user: elena })));
    await screen.findByText('Elena Rivera');
    localStorage.setItem('temp_user', JSON.stringify({ ...elena, name: 'Elena Diaz' }));
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'temp_user' }));
    });
    expect(screen.getByText('Elena Diaz')).toBeVisible();
  });

  it('that is answered after signing out signs nobody in', async () => {
    let answer: (response: Response) => void = () => undefined;
    show(() => new Promise((resolve) => (answer = resolve)));
    await screen.findByText('Elena Rivera');
    press('rename');
    press('out');
    await act(async () => {
      answer(json({ user: { ...elena, name: 'Elena Diaz' } }));
      await turns(20);
    });
    expect(screen.getByText('nobody')).toBeVisible();
    expect(localStorage.getItem('temp_user')).toBeNull();
  });
});
