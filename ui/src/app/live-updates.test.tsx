import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import type { SessionUser } from '@/api/types';
import { authConfigQuery } from '@/auth/auth-config';
import { saveUser } from '@/auth/saved-user';
import { useSession } from '@/auth/session-context';
import { balanceQuery } from '@/features/students/queries';
import { buildSession, buildStudentUser } from '@/testing/builders';
import { setVisibility, stubStreams } from '@/testing/fake-event-stream';
import { healthy, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig, buildHealth } from '@/testing/server-builders';

import { ConnectionBanner } from './connection-banner';
import { LiveUpdates } from './live-updates';

const amara = buildStudentUser();

const OFFLINE = "Can't reach the class computer. Trying again...";
const BALANCE = 'GET /api/students/s1/goalbucks';
const SESSION = 'GET /api/auth/session';

function Page() {
  const { user, endedFor } = useSession();
  const balance = useQuery({ ...balanceQuery('s1'), enabled: user !== null });
  return (
    <>
      <p>{user?.name ?? 'nobody'}</p>
      {endedFor && <p>ended for {endedFor.id}</p>}
      <p>balance {balance.data?.balance}</p>
    </>
  );
}

let streams: ReturnType<typeof stubStreams>;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const accept = async () => {
  await after(1);
  streams.only().accept();
  await after(1);
};

/** Opens Amara's page, whose stream isn't open yet. */
async function open(answers: {
  user: SessionUser | null;
  balance: number;
  away?: boolean;
  database?: string;
}) {
  const away = () => Promise.reject(new TypeError('Failed to fetch'));
  const noDatabase = () => errorResponse(503, 'No database.', { code: 'store_unavailable' });
  const calls = serve({
    [SESSION]: () => {
      if (answers.away) return away();
      return answers.user
        ? json(buildSession({ user: answers.user }))
        : errorResponse(401, 'Please sign in.');
    },
    [BALANCE]: () => {
      if (answers.database === 'unreachable') return noDatabase();
      return answers.away ? away() : json({ balance: answers.balance, earned: 0, spent: 0 });
    },
    'GET /api/health': () => {
      if (answers.database === 'unreachable') return json(buildHealth({ database: 'unreachable' }), 503);
      return answers.away ? away() : healthy();
    },
  });
  streams = stubStreams();
  saveUser(amara);
  // As the pages of the application, it is loaded after the session is known.
  const LoadedPage = lazy(async () => {
    await new Promise((done) => setTimeout(done, 1));
    return { default: Page };
  });
  render(
    <>
      <ConnectionBanner />
      <LiveUpdates />
      <Suspense>
        <LoadedPage />
      </Suspense>
    </>,
  );
  await after(100);
  return {
    calls,
    asked: (call: string) => calls.filter(({ method, path }) => `${method} ${path}` === call).length,
  };
}

/** Opens Amara's page, with its event stream open and all queries loaded. */
async function show(answers: Parameters<typeof open>[0]) {
  const { calls, asked } = await open(answers);
  await accept();
  await after(1000);
  calls.length = 0;
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await connection.check();
  vi.useRealTimers();
});

describe('a page that opens', () => {
  it('asks for what it shows once, when its stream is open', async () => {
    const answers = { user: amara, balance: 25 };
    const { asked } = await open(answers);
    answers.balance = 50;
    await accept();
    await after(2000);
    expect(screen.getByText('balance 50')).toBeVisible();
    expect(asked(BALANCE)).toBe(1);
  });

  it('asks again for what it could not wait to show', async () => {
    const answers = { user: amara, balance: 25 };
    const { asked } = await open(answers);
    await after(1000);
    expect(screen.getByText('balance 25')).toBeVisible();
    answers.balance = 50;
    await accept();
    await after(2000);
    expect(screen.getByText('balance 50')).toBeVisible();
    expect(asked(BALANCE)).toBe(2);
  });

  it('does not wait for a stream that is refused', async () => {
    await open({ user: amara, balance: 25 });
    streams.only().refuse(503);
    await after(100);
    expect(screen.getByText('balance 25')).toBeVisible();
  });
});

describe('a change elsewhere', () => {
  // spec: 12.5
  it('is on the screen within a second, without a question for anything else', async () => {
    const answers = { user: amara, balance: 25 };
    const asked = await show(answers);
    expect(screen.getByText('balance 25')).toBeVisible();
    answers.balance = 50;
    streams.only().say('submissions', { classroomId: 'c1', studentId: 's1' });
    await after(1000);
    expect(asked(BALANCE)).toBe(0);
    streams.only().say('goalbucks', { classroomId: 'c1', studentId: 's1' });
    await after(200);
    expect(screen.getByText('balance 50')).toBeVisible();
    expect(asked(BALANCE)).toBe(1);
    expect(asked(SESSION)).toBe(0);
  });

  it("to the student's name or class shows in the session, and is saved", async () => {
    const answers = { user: amara, balance: 25 };
    await show(answers);
    answers.user = { ...amara, name: 'Amara Obi', classroomId: 'c2' };
    streams.only().say('students', { classroomId: 'c2', studentId: 's1' });
    await after(200);
    expect(screen.getByText('Amara Obi')).toBeVisible();
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(answers.user);
  });

  it('to the session ends it here: the stream breaks off, and the server knows nobody', async () => {
    const answers: { user: SessionUser | null; balance: number } = { user: amara, balance: 25 };
    await show(answers);
    answers.user = null;
    streams.only().end();
    await after(200);
    expect(screen.getByText('nobody')).toBeVisible();
    expect(screen.getByText('ended for s1')).toBeVisible();
    expect(streams.open()).toBe(0);
  });

  it('while the page was hidden is asked for once when it is shown', async () => {
    const answers = { user: amara, balance: 25 };
    const asked = await show(answers);
    act(() => {
      setVisibility('hidden');
    });
    answers.balance = 60;
    await after(60_000);
    expect(asked(BALANCE)).toBe(0);
    act(() => {
      setVisibility('visible');
    });
    await accept();
    await after(100);
    expect(screen.getByText('balance 60')).toBeVisible();
    await after(2000);
    expect(asked(BALANCE)).toBe(1);
  });
});

describe('a server that is stopped and started again', () => {
  // spec: 12.7
  it('shows the banner meanwhile; then everything shown is asked for once', async () => {
    const answers = { user: amara, balance: 25, away: false };
    const asked = await show(answers);
    answers.away = true;
    streams.only().end();
    await after(10);
    expect(screen.getByText(OFFLINE)).toBeVisible();
    // The test's page is on localhost.
    expect(screen.getByText(/^GoalBucks has stopped on this computer/)).toBeVisible();
    expect(screen.getByText('balance 25')).toBeVisible();
    await after(10_000);
    expect(screen.getByText('Amara Okafor')).toBeVisible();
    answers.balance = 75;
    answers.away = false;
    for (let waited = 0; waited < 3100 && screen.queryByText(OFFLINE); waited += 50) await after(50);
    expect(screen.queryByText(OFFLINE)).toBeNull();
    await accept();
    await after(1200);
    expect(screen.getByText('balance 75')).toBeVisible();
    await after(5000);
    expect(asked(BALANCE)).toBe(1);
  });

  // spec: 12.7
  it('or whose database is: the banner names it, and everything is asked for once it is back', async () => {
    const answers = { user: amara, balance: 25, database: 'ok' };
    const asked = await show(answers);
    answers.database = 'unreachable';
    streams.only().say('goalbucks', { classroomId: 'c1', studentId: 's1' });
    await after(1000);
    expect(screen.getByText("The class computer can't reach its database. Trying again...")).toBeVisible();
    expect(screen.getByText('balance 25')).toBeVisible();
    expect(asked(BALANCE)).toBe(1);
    await after(20_000);
    expect(asked(BALANCE)).toBe(1);
    answers.balance = 75;
    answers.database = 'ok';
    // The previous test had an outage, too: a repeated one is polled at longer intervals.
    for (let waited = 0; waited < 8500 && screen.queryByText(/can't reach/); waited += 50) await after(50);
    expect(screen.queryByText(/can't reach/)).toBeNull();
    await accept();
    await after(1200);
    expect(screen.getByText('balance 75')).toBeVisible();
  });

  it('is told by the browser when to look', async () => {
    await show({ user: amara, balance: 25 });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    dispatchEvent(new Event('offline'));
    await after(10);
    expect(screen.getByText(OFFLINE)).toBeVisible();
    vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
    dispatchEvent(new Event('online'));
    await after(10);
    expect(screen.queryByText(OFFLINE)).toBeNull();
  });
});

describe('without anybody signed in', () => {
  it('there is no stream, but what is shown is asked for again after the connection was lost', async () => {
    function Login() {
      useQuery(authConfigQuery);
      return null;
    }
    const calls = serve({ 'GET /api/auth/config': () => json(buildAuthConfig()) });
    streams = stubStreams();
    render(
      <>
        <LiveUpdates />
        <Login />
      </>,
    );
    await after(1000);
    expect(streams.made()).toBe(0);
    act(connection.reportNoResponse);
    await after(2000);
    expect(calls).toHaveLength(2);
  });
});
