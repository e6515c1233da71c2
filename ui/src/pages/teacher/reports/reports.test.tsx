import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { StudentReport } from '@/api/types';
import { buildClassroom, buildSubmission, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import ReportsPage from './reports';

const SAVE = 'PUT /api/students/s1/family-comment';
const savedAt = '2025-10-12T12:00:00Z';

function buildReport(
  studentId: string,
  firstName: string,
  given: Partial<StudentReport> = {},
): StudentReport {
  return {
    ...{ studentId, firstName, lastName: 'Okafor', goalsCompleted: 16, earned: 320, awards: 5, spent: 10 },
    ...{ balance: 315, goalsByWeek: [16], openGoals: 0, purchases: 0, workingOn: [], bought: [] },
    reached: [{ name: 'Read', goalbucks: 20, completedAt: savedAt, goals: 1, given: null }],
    comment: { text: '', updatedAt: null },
    ...given,
  };
}

function show(
  reports = [buildReport('s1', 'Amara'), buildReport('s2', 'Emma')],
  handlers: Handlers = {},
  query = '',
) {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/classrooms/c1/reports': ({ query }) =>
      json({
        from: '2025-10-06',
        to: query === '?time=fall' ? '2025-10-05' : '2025-10-15',
        weeks: ['2025-10-06'],
        reports,
        termId: query === '?time=fall' ? 'fall' : null,
      }),
    'GET /api/classrooms/c1/terms': () =>
      json([{ id: 'fall', name: 'Fall', from: '2025-08-04', to: '2025-10-05' }]),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/reports" element={<ReportsPage />} />
    </Routes>,
    { path: `/teacher/class/c1/reports${query}`, signedInAs: buildTeacherUser() },
  );
  return { user, calls };
}

const comment = () => screen.findByLabelText(/^Comment for the Family/);
const preview = () => screen.getByRole('region', { name: 'Preview' });

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime(new Date(2025, 9, 15, 12));
});
afterEach(() => {
  vi.useRealTimers();
});

// spec: 23.5
describe('the reports of a class', () => {
  it('show one page with what is left out counted, and nothing of another student', async () => {
    show();
    await comment();
    expect(preview()).toHaveTextContent('Amara Okafor');
    expect(preview()).toHaveTextContent('and 15 more');
    expect(preview()).not.toHaveTextContent('Emma');
    expect(preview()).not.toHaveTextContent('Working on now');
  });

  it('have one line for all goals of a series, and count the others', async () => {
    const series = {
      name: 'Read for 20 minutes',
      goalbucks: 155,
      completedAt: savedAt,
      goals: 31,
      given: 36,
    };
    const open = { name: 'Read for 20 minutes', dueDate: '2025-10-12', goals: 2, repeats: true };
    const sums = { goalsCompleted: 33, openGoals: 3 };
    show([buildReport('s1', 'Amara', { ...sums, reached: [series], workingOn: [open] })]);
    await comment();
    const rows = within(preview()).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Read for 20 minutes31 of 36 times155',
      'Read for 20 minutesrepeats',
    ]);
    expect(preview()).toHaveTextContent('and 2 more');
    expect(preview()).toHaveTextContent('and 1 more');
  });

  it('are opened for one student, who alone is printed', async () => {
    show(undefined, {}, '?student=s2');
    await comment();
    expect(preview()).toHaveTextContent('Emma Okafor');
    expect(screen.getByRole('button', { name: 'Print 1 Report' })).toBeEnabled();
    expect(screen.getByRole('checkbox', { name: 'Print the report of Amara Okafor' })).not.toBeChecked();
  });

  it('are printed for ticked students', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Print the report of Emma Okafor' }));
    expect(screen.getByRole('button', { name: 'Print 1 Report' })).toBeEnabled();
  });

  it("have the school's name, which stays in the browser", async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText(/^School's name/), 'Lincoln');
    expect(preview()).toHaveTextContent('Lincoln');
    expect(localStorage.getItem('school_name')).toBe('Lincoln');
  });

  it('say that the class has no students', async () => {
    show([]);
    expect(await screen.findByRole('heading', { name: 'No students in this class yet' })).toBeVisible();
  });
});

// spec: 23.7
describe('the page of work after a report', () => {
  const AMARAS = 'GET /api/submissions/student/s1/portfolio?limit=4';
  const EMMAS = 'GET /api/submissions/student/s2/portfolio?limit=4';
  const option = () => screen.findByRole('checkbox', { name: 'Add a page with the newest photos and notes' });
  const sheets = () =>
    [...document.querySelectorAll('.sheet')].filter((sheet) => sheet.closest('.print-alone'));

  it('is printed after the reports of those who sent something in these weeks', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const goal = { goalName: 'Read', goalbucks: 5, offeredGoalbucks: null, preview: null };
    const item = (createdAt: string) => ({
      ...buildSubmission({ id: createdAt, submissionText: 'A dragon!', createdAt }),
      ...goal,
    });
    const { user } = show(undefined, {
      [AMARAS]: () => json([item('2025-10-08T12:00:00Z'), item('2025-10-01T12:00:00Z')]),
      [EMMAS]: () => json([item('2025-10-01T12:00:00Z')]),
    });
    await user.click(await option());
    expect(await screen.findByText('Second page: 1 photo or note')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Print 2 Reports' }));
    await waitFor(() => {
      expect(print).toHaveBeenCalledOnce();
    });
    expect(sheets().map((sheet) => sheet.classList.contains('work-sheet'))).toEqual([false, true, false]);
    expect(sheets()[1]).toHaveTextContent('Amara Okafor');
  });

  it('can be tried again before anything is printed', async () => {
    const { user } = show([buildReport('s1', 'Amara')], { [AMARAS]: () => errorResponse(500, 'internal') });
    await user.click(await option());
    expect(await screen.findByText("The work didn't load.", { exact: false })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print 1 Report' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Add a page with the newest photos and notes' }));
    expect(screen.getByRole('button', { name: 'Print 1 Report' })).toBeEnabled();
  });
});

// spec: 23.6
describe('the comment for a family', () => {
  it('is on the page while it is typed, and saved by the button', async () => {
    const { user, calls } = show(undefined, { [SAVE]: () => json({ text: 'Reads.', updatedAt: savedAt }) });
    await user.type(await comment(), 'Reads.');
    expect(preview()).toHaveTextContent('Reads.');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save Comment' }));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      text: 'Reads.',
      basedOn: null,
      termId: null,
    });
  });

  // spec: 24.4
  it('is about the term of the reports, and stays typed while those of another one are shown', async () => {
    const { user, calls } = show(undefined, { [SAVE]: () => json({ text: 'Read.', updatedAt: savedAt }) });
    await user.type(await comment(), 'Reads.');
    await user.selectOptions(screen.getByLabelText('Time'), 'Fall');
    await waitFor(async () => {
      expect(await comment()).toHaveValue('');
    });
    await user.type(await comment(), 'Read.');
    await user.click(screen.getByRole('button', { name: 'Save Comment' }));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      text: 'Read.',
      termId: 'fall',
    });
    await user.selectOptions(screen.getByLabelText('Time'), 'Last 8 weeks');
    await waitFor(async () => {
      expect(await comment()).toHaveValue('Reads.');
    });
  });

  it('leaves the focus on the button that saved it, and on Next Student at the last one', async () => {
    const reports = [buildReport('s1', 'Amara'), buildReport('s2', 'Emma')];
    const { user } = show(reports, {
      [SAVE]: () => {
        reports[0] = buildReport('s1', 'Amara', { comment: { text: 'Reads.', updatedAt: savedAt } });
        return json(reports[0].comment);
      },
    });
    await user.type(await comment(), 'Reads.');
    const save = screen.getByRole('button', { name: 'Save Comment' });
    await user.click(save);
    expect(await screen.findByText('Saved')).toBeVisible();
    // A button that has the focus and is disabled loses it.
    expect(save).toBeEnabled();
    expect(save).toHaveAttribute('aria-disabled', 'true');
    const next = screen.getByRole('button', { name: 'Next Student' });
    await user.click(next);
    expect(next).toBeEnabled();
    expect(next).toHaveAttribute('aria-disabled', 'true');
  });

  it('stays typed while another student is shown', async () => {
    const { user } = show();
    await user.type(await comment(), 'Reads.');
    await user.click(screen.getByRole('button', { name: 'Next Student' }));
    expect(await comment()).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Amara Okafor' }));
    expect(await comment()).toHaveValue('Reads.');
  });

  it('is kept beside another text that was saved meanwhile, until the teacher chooses', async () => {
    const reports = [buildReport('s1', 'Amara')];
    const { user } = show(reports, {
      [SAVE]: () => {
        reports[0] = buildReport('s1', 'Amara', { comment: { text: 'Theirs', updatedAt: savedAt } });
        return errorResponse(409, 'Another text was saved', { code: 'changed_meanwhile' });
      },
    });
    await user.type(await comment(), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save Comment' }));
    const alert = await screen.findByText(/^Another text was saved meanwhile/);
    expect(alert).toHaveTextContent('“Theirs”');
    expect(await comment()).toHaveValue('Mine');
    await user.click(within(document.body).getByRole('button', { name: 'Use Theirs' }));
    expect(await comment()).toHaveValue('Theirs');
  });
});
