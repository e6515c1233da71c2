import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import { buildSession, buildStudentUser } from '@/testing/builders';
import { json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { useSession } from './session-context';

const amara = buildStudentUser();

function Who() {
  const { user, hydrating, signIn, signOut } = useSession();
  return (
    <>
      <p>{hydrating ? 'hydrating' : (user?.name ?? 'nobody')}</p>
      <button
        type="button"
        onClick={() => {
          signIn(amara);
        }}
      >
        in
      </button>
      <button type="button" onClick={signOut}>
        out
      </button>
    </>
  );
}

/** Says why the session ended. */
function Reason() {
  const { endedFor, endedReason, lifetime } = useSession();
  return (
    <>
      <Who />
      {lifetime && <p>lifetime known</p>}
      {endedFor && <p>{String(endedReason)}</p>}
    </>
  );
}

const SESSION = 'GET /api/auth/session';
const show = () => render(<Who />).queryClient;

describe('at the start', () => {
  // spec: 2.2
  it('a saved user is the current user', async () => {
    serve({ [SESSION]: () => json(buildSession({ user: amara })) });
    localStorage.setItem('temp_user', JSON.stringify(amara));
    show();
    expect(await screen.findByText('Amara Okafor')).toBeVisible();
  });

  // spec: 2.2, 13.9
  it.each([
    ['teacher', { id: 't1', username: 'rivera@school.test', role: 'teacher', name: 'Elena Rivera' }],
    [
      'student',
      {
        id: 's1',
        username: 'amara.o',
        role: 'student',
        name: 'Amara Okafor',
        firstName: 'Amara',
        lastName: 'Okafor',
      },
    ],
  ])('a saved %s with the fields of the specification alone is the current user', (_role, saved) => {
    serve({});
    localStorage.setItem('temp_user', JSON.stringify(saved));
    show();
    expect(screen.getByText(saved.name)).toBeVisible();
    expect(localStorage.getItem('temp_user')).not.toBeNull();
  });

  // spec: 2.2
  it('a saved user that the server no longer knows is signed out', async () => {
    serve({ [SESSION]: () => errorResponse(401, 'Sign in first.', { code: 'no_session' }) });
    localStorage.setItem('temp_user', JSON.stringify(amara));
    show();
    expect(await screen.findByText('nobody')).toBeVisible();
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  // spec: 2.2
  it.each([
    ['nothing', ''],
    ['{not json', '{not json'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"amara"'],
    ['a list', '[]'],
    ['a list of users', '[{"id":"x","username":"x","name":"x","role":"teacher"}]'],
    ['{}', '{}'],
    ['of another role', '{"id":"x","username":"x","name":"x","role":"principal"}'],
    ['of an id that is a number', '{"id":7,"username":"x","name":"x","role":"teacher"}'],
    ['of no name', '{"id":"x","username":"x","role":"teacher"}'],
    ['of a name in parts', '{"id":"x","username":"x","name":{"first":"x"},"role":"teacher"}'],
    ['of a class that is a number', '{"id":"x","username":"x","name":"x","role":"student","classroomId":7}'],
    ['endlessly', `{"id":"x","username":"x","role":"teacher","name":"${'x'.repeat(10_000)}"}`],
  ])('a saved user that reads %s is removed and logged', async (_how, saved) => {
    serve({});
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('temp_user', saved);
    show();
    expect(await screen.findByText('nobody')).toBeVisible();
    expect(localStorage.getItem('temp_user')).toBeNull();
    expect(log).toHaveBeenCalledOnce();
  });

  // spec: 2.34
  it.each([
    [
      'says that the browser blocks cookies after a sign-in without effect',
      false,
      /^This browser blocks cookies/,
    ],
    ['says nothing of cookies once they have worked', true, /^null$/],
  ])('%s', async (_what, works, reason) => {
    let isStored = works;
    serve({
      [SESSION]: () =>
        isStored ? json(buildSession({ user: amara })) : errorResponse(401, 'Please sign in.'),
    });
    const { user } = render(<Reason />);
    await user.click(screen.getByRole('button', { name: 'in' }));
    if (works) {
      expect(await screen.findByText('lifetime known')).toBeVisible();
      isStored = false;
      act(() => {
        sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
      });
    }
    expect(await screen.findByText(reason)).toBeVisible();
  });

  it('a browser that forbids local storage is logged; whoever signs in stays so as long as the page', async () => {
    serve({ [SESSION]: () => json(buildSession({ user: amara })) });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(forbidden);
    }
    show();
    expect(await screen.findByText('nobody')).toBeVisible();
    expect(log).toHaveBeenCalled();
    act(() => {
      screen.getByText('in').click();
    });
    expect(screen.getByText('Amara Okafor')).toBeVisible();
    act(() => {
      screen.getByText('out').click();
    });
    expect(screen.getByText('nobody')).toBeVisible();
  });

  // spec: 2.2
  it('without a saved user nobody is signed in and the server is not asked', () => {
    serve({});
    const fetched = vi.spyOn(globalThis, 'fetch');
    show();
    expect(screen.getByText('nobody')).toBeVisible();
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('afterwards', () => {
  // spec: 2.2, 2.24, 13.9
  it('signing in saves the user unchanged; signing out removes it and what was cached', () => {
    serve({});
    const client = show();
    act(() => {
      screen.getByText('in').click();
    });
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(amara);
    client.setQueryData(['goals'], ['one']);
    act(() => {
      screen.getByText('out').click();
    });
    expect(screen.getByText('nobody')).toBeVisible();
    expect(localStorage.getItem('temp_user')).toBeNull();
    expect(client.getQueryData(['goals'])).toBeUndefined();
  });

  it('a page that comes back from the memory of the browser shows who is signed in now', () => {
    serve({});
    show();
    act(() => {
      screen.getByText('in').click();
    });
    localStorage.setItem('temp_user', JSON.stringify({ ...amara, id: 's2', name: 'Diego Ramírez' }));
    act(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(screen.getByText('Diego Ramírez')).toBeVisible();
  });

  it('a 401 of any call signs out', () => {
    serve({});
    show();
    act(() => {
      screen.getByText('in').click();
    });
    act(() => {
      sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
    });
    expect(screen.getByText('nobody')).toBeVisible();
  });
});
