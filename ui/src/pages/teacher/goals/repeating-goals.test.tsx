import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Series } from '@/api/types';
import { CLASSES, goal, GOALS, rowOf, show } from '@/pages/teacher/across-classes-test-utils';
import { buildClassroom, buildSeries } from '@/testing/builders';
import { errorResponse, type Handlers, json } from '@/testing/fake-server';

import GoalsPage from './goals';

const RUNNING = 'GET /api/goal-series/teacher/t1?status=running&limit=51';
const STOPPED = 'GET /api/goal-series/teacher/t1?status=stopped&limit=51';
const NO_SCHOOL = 'GET /api/teachers/t1/no-school-days';

beforeEach(() => {
  // A Monday.
  vi.useFakeTimers({ now: new Date(2026, 8, 14, 8), toFake: ['Date'] });
});

type Lists = { running?: Series[]; stopped?: Series[] };

function open({ running = [], stopped = [] }: Lists = {}, handlers: Handlers = {}) {
  return show(
    <GoalsPage />,
    {
      [RUNNING]: () => json(running),
      [STOPPED]: () => json(stopped),
      [NO_SCHOOL]: () => json([]),
      ...handlers,
    },
    '/?tab=repeating',
  );
}

const chosen = buildSeries({ id: 'r2', name: 'Spelling list', weekdays: ['fri'], studentIds: ['s1', 's2'] });

async function choose({ user }: Pick<ReturnType<typeof open>, 'user'>, item: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Read for 20 minutes' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('the goals that repeat', () => {
  // spec: 22.7
  it('stand in a tab of All Goals, which the address names', async () => {
    const { user, location } = show(<GoalsPage />, {
      [GOALS]: () => json([]),
      [RUNNING]: () => json([]),
      [STOPPED]: () => json([]),
      [NO_SCHOOL]: () => json([]),
    });
    await user.click(await screen.findByRole('tab', { name: 'Repeating' }));
    expect(await screen.findByText('No goals repeat')).toBeVisible();
    expect(location()?.search).toBe('?tab=repeating');
    await user.click(screen.getByRole('tab', { name: 'Current Goals' }));
    expect(location()?.search).toBe('');
  });

  // spec: 22.7
  it('say for whom, when, what is next and how many were done', async () => {
    open({ running: [buildSeries(), chosen] });
    const row = await rowOf(/^Read for 20 minutes/);
    expect(row.getByText('Everybody')).toBeVisible();
    expect(row.getByText('Mon to Fri until December 18, 2026')).toBeVisible();
    expect(row.getByText('tomorrow')).toBeVisible();
    expect(row.getByText('31 of 36 done')).toBeVisible();
    expect((await rowOf(/^Spelling list/)).getByText('2 students')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Stopped or over' })).toBeNull();
  });

  // spec: 22.7
  it('that were stopped or are over stand below, and can not be changed', async () => {
    open({ stopped: [buildSeries({ stoppedAt: '2026-09-10T10:00:00Z', nextDay: null })] });
    expect(await screen.findByRole('heading', { name: 'Stopped or over' })).toBeVisible();
    expect(screen.getByText('No goals repeat')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  });

  it('that did not load can be asked for again', async () => {
    const answers = [errorResponse(500, 'Something went wrong.'), json([buildSeries()])];
    const { user } = open({}, { [RUNNING]: () => answers.shift() ?? json([]) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await rowOf(/^Read/)).getByText('Everybody')).toBeVisible();
  });

  // spec: 22.7
  it('are changed, and keep their students', async () => {
    const { user, calls } = open(
      { running: [buildSeries({ studentIds: ['s1', 's2'] })] },
      { 'PUT /api/goal-series/{series_id}': () => json(buildSeries()) },
    );
    await choose({ user }, 'Edit');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^69 times, 345 GoalBucks/)).toBeVisible();
    const worth = dialog.getByLabelText('GoalBucks');
    await user.clear(worth);
    await user.type(worth, '7');
    await user.click(dialog.getByRole('button', { name: 'Friday' }));
    await user.click(dialog.getByRole('button', { name: 'Save Goal' }));
    expect(await screen.findByText('It counts from the next day on.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
      {
        path: '/api/goal-series/r1',
        body: {
          name: 'Read for 20 minutes',
          goalbucks: 7,
          details: null,
          weekdays: ['mon', 'tue', 'wed', 'thu'],
          until: '2026-12-18',
          studentIds: ['s1', 's2'],
        },
      },
    ]);
  });

  // spec: 22.7
  it.each([
    [12, 'For 12 students.'],
    [0, 'Everybody has today’s goal already'],
  ])('are made for today, and the toast says for how many: %d', async (count, text) => {
    const { user, calls } = open(
      { running: [buildSeries()] },
      { 'POST /api/goal-series/{series_id}/today': () => json({ count, assignmentId: 'a1' }, 201) },
    );
    await choose({ user }, 'Make Today’s Goals');
    expect(await screen.findByText(text)).toBeVisible();
    const made = calls.filter(({ method }) => method === 'POST');
    expect(made).toHaveLength(1);
    expect(made[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  // spec: 22.7
  it.each([true, false])(
    'are stopped after a question, with or without their open goals: %s',
    async (endOpen) => {
      const { user, calls } = open(
        { running: [buildSeries()] },
        { 'POST /api/goal-series/{series_id}/stop': () => json(buildSeries({ nextDay: null })) },
      );
      await choose({ user }, 'Stop');
      const question = within(await screen.findByRole('alertdialog'));
      if (endOpen) await user.click(question.getByRole('checkbox', { name: 'End its open goals too' }));
      await user.click(question.getByRole('button', { name: 'Stop' }));
      expect(await screen.findByText('The goal doesn’t repeat any more')).toBeVisible();
      expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
        { path: '/api/goal-series/r1/stop', body: { endOpen } },
      ]);
    },
  );

  it('that were stopped meanwhile say so', async () => {
    const { user } = open(
      { running: [buildSeries()] },
      {
        'POST /api/goal-series/{series_id}/today': () =>
          errorResponse(409, "This goal doesn't repeat any more.", { code: 'series_stopped' }),
      },
    );
    await choose({ user }, 'Make Today’s Goals');
    expect(await screen.findByText("This goal doesn't repeat any more.")).toBeVisible();
  });
});

describe('a row of All Goals', () => {
  // spec: 22.8
  it('says whether its goal repeats', async () => {
    show(<GoalsPage />, { [GOALS]: () => json([goal(1, { seriesId: 'r1' }), goal(2)]) });
    expect((await rowOf(/^Goal 1/)).getByText('Repeats')).toBeVisible();
    expect((await rowOf(/^Goal 2/)).queryByText('Repeats')).toBeNull();
  });
});

const SAVE = 'PUT /api/teachers/t1/no-school-days';
const past = { from: '2026-05-25', to: '2026-05-25', name: 'Memorial Day' };
const fall = { from: '2026-10-12', to: '2026-10-16', name: 'Fall break' };

describe('days without school', () => {
  async function openDays(ranges = [past, fall], handlers: Handlers = {}) {
    const opened = open({}, { [NO_SCHOOL]: () => json(ranges), ...handlers });
    await opened.user.click(await screen.findByRole('button', { name: /^No-School Days \(/ }));
    await screen.findByRole('button', { name: 'Add Days' });
    return { ...opened, dialog: within(screen.getByRole('dialog')) };
  }

  const range = (number: number) => within(screen.getByRole('group', { name: `Range ${number}` }));

  // spec: 22.9
  it('are added, changed and removed, and saved together', async () => {
    const holiday = { from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving' };
    const { user, calls, dialog } = await openDays([past, fall, holiday], { [SAVE]: () => json([]) });
    expect(range(1).getByLabelText('From')).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Remove range 2' }));
    expect(dialog.getByRole('button', { name: 'Add Days' })).toHaveFocus();
    await user.clear(range(1).getByLabelText('Name'));
    await user.click(dialog.getByRole('button', { name: 'Add Days' }));
    await user.type(range(2).getByLabelText('From'), '2026-12-01');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('No-school days saved')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
      { body: [past, { ...fall, name: null }, { from: '2026-12-01', to: '2026-12-01', name: null }] },
    ]);
    expect(screen.getByRole('button', { name: 'No-School Days (0)' })).toBeVisible();
  });

  // spec: 22.9
  it('that are over are folded and can be removed', async () => {
    const { user, calls, dialog } = await openDays([past, fall], { [SAVE]: () => json([fall]) });
    expect(screen.queryByText('Memorial Day')).not.toBeVisible();
    await user.click(dialog.getByRole('button', { name: '1 that is over' }));
    expect(dialog.getByText('Memorial Day')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove May 25, 2026' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('No-school days saved')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([{ body: [fall] }]);
  });

  // spec: 22.9
  it.each([
    ['2026-10-11', 'This day is before the first one.'],
    ['2027-01-20', 'At most 100 days at once. Add the rest as days of their own.'],
  ])('until %s can not be saved', async (to, message) => {
    const { user, calls, dialog } = await openDays();
    await user.clear(range(1).getByLabelText('To'));
    await user.type(range(1).getByLabelText('To'), to);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(range(1).getByLabelText('To')).toHaveAccessibleDescription(message);
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('with half a last day can not be saved', async () => {
    const { user, calls, dialog } = await openDays();
    const to = range(1).getByLabelText('To');
    await user.clear(to);
    vi.spyOn((to as HTMLInputElement).validity, 'badInput', 'get').mockReturnValue(true);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(to).toHaveAccessibleDescription('Finish the date, or leave it empty.');
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('need a first day', async () => {
    const { user, dialog } = await openDays([]);
    expect(dialog.getByText('No days to come.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Add Days' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Add Days' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(range(1).getByLabelText('From')).toHaveAccessibleDescription('Choose the first day.');
  });

  // spec: 22.9
  it('are at most 60 ranges to come', async () => {
    const { dialog } = await openDays(Array.from({ length: 60 }, () => fall));
    expect(dialog.getByRole('button', { name: 'Add Days' })).toBeDisabled();
    expect(dialog.getByText('60 are the most. Remove one first.')).toBeVisible();
  });

  it('ask before they are closed unsaved', async () => {
    const { user, dialog } = await openDays();
    await user.click(dialog.getByRole('button', { name: 'Remove range 1' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
  });

  // spec: 22.9
  it('are named on the day itself', async () => {
    open({}, { [NO_SCHOOL]: () => json([{ from: '2026-09-14', to: '2026-09-14', name: 'Teachers’ day' }]) });
    expect(await screen.findByText('No school today: Teachers’ day.')).toBeVisible();
  });

  // spec: 22.9
  it('are those of the owner in a class that is somebody else’s', async () => {
    const joined = { teacherId: 't2', ownerName: 'Sam Whitfield' };
    const classes = [
      buildClassroom({ name: 'Room 12' }),
      buildClassroom({ id: 'c2', name: 'Chemistry', ...joined }),
      buildClassroom({ id: 'c3', name: 'Physics', ...joined }),
    ];
    open(
      {},
      {
        [CLASSES]: () => json(classes),
        'GET /api/teachers/t2/no-school-days': () =>
          json([{ from: '2026-09-14', to: '2026-09-14', name: 'Teachers’ day' }]),
      },
    );
    const notice = await screen.findByText(/^No school today/);
    expect(notice).toHaveTextContent('No school today in Chemistry and Physics: Teachers’ day.');
  });

  it('of the teacher do not apply where somebody else is the owner', async () => {
    const mine = vi.fn(() => json([{ from: '2026-09-14', to: '2026-09-14', name: 'Teachers’ day' }]));
    open(
      {},
      {
        [CLASSES]: () => json([buildClassroom({ teacherId: 't2', ownerName: 'Sam Whitfield' })]),
        [NO_SCHOOL]: mine,
        'GET /api/teachers/t2/no-school-days': () => json([]),
      },
    );
    expect(await screen.findByRole('button', { name: 'No-School Days (1)' })).toBeVisible();
    expect(await screen.findByText('No goals repeat')).toBeVisible();
    expect(screen.queryByText(/^No school today/)).toBeNull();
  });
});
