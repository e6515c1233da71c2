import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import SubmissionsPage from '@/pages/teacher/submissions/submissions';
import { buildSession, buildSubmission, buildSubmissionListItem, buildTeacherUser } from '@/testing/builders';
import { stubStreams } from '@/testing/fake-event-stream';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { LiveUpdates } from './live-updates';
import { useTeacherArrivals } from './teacher-arrivals';

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Page() {
  useTeacherArrivals();
  return <SubmissionsPage />;
}

/** Opens the submissions; `say` sends events of one student, `reads` returns the requests since its last call. */
async function openSubmissions() {
  const photo = { imageUrl: '/api/submissions/a/image', submissionText: null };
  let pending = [buildSubmissionListItem({ id: 'a', classroomId: 'c1', studentId: 's1', ...photo })];
  const none = () => json([]);
  const calls = serve({
    'GET /api/auth/session': () => json(buildSession({ user: buildTeacherUser() })),
    'GET /api/submissions/teacher/t1?status=pending': () => json(pending),
    'GET /api/submissions/teacher/t1': none,
    'GET /api/goal-suggestions/teacher/t1': none,
    'GET /api/purchases/teacher/t1': none,
    'PATCH /api/submissions/{submission_id}/review': () => {
      pending = [];
      return json(buildSubmission({ id: 'a', status: 'approved' }));
    },
  });
  const streams = stubStreams();
  render(
    <>
      <LiveUpdates />
      <Page />
    </>,
    { signedInAs: buildTeacherUser() },
  );
  await after(1);
  streams.only().accept();
  await after(2000);
  fireEvent.click(screen.getByText('Recently reviewed'));
  await after(2000);
  calls.length = 0;
  return {
    approve: async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
      fireEvent.click(screen.getByRole('button', { name: 'Confirm Approve' }));
      for (let ms = 0; ms < 100 && !screen.queryByText('Submission reviewed'); ms += 1) await after(1);
    },
    say: (...topics: string[]) => {
      for (const topic of topics) streams.only().say(topic, { classroomId: 'c1', studentId: 's1' });
    },
    reads: () =>
      calls
        .splice(0)
        .filter(({ method }) => method === 'GET')
        .map(({ path, query }) => path + query)
        .sort(),
  };
}

/** The lists that the page shows of submissions. */
const LISTS = [
  '/api/submissions/teacher/t1?status=approved&limit=100',
  '/api/submissions/teacher/t1?status=denied&limit=100',
  '/api/submissions/teacher/t1?status=pending',
];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an approval', () => {
  // spec: 12.4
  it.each([0, 20])(
    'whose events come %d ms after its answer reads each list that it changes once',
    async (ms) => {
      const { approve, say, reads } = await openSubmissions();
      await approve();
      await after(ms);
      say('submissions', 'goals', 'goalbucks', 'activity');
      await after(3000);
      expect(reads()).toEqual(LISTS);
    },
  );

  // spec: 12.5
  it('leaves its lists to be read again after a later change elsewhere', async () => {
    const { approve, say, reads } = await openSubmissions();
    await approve();
    say('submissions', 'goals', 'goalbucks', 'activity');
    await after(70);
    expect(reads()).toEqual(LISTS);
    say('submissions');
    await after(3000);
    expect(reads()).toEqual(LISTS);
  });
});
