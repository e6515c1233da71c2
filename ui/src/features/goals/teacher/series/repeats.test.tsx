import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { AssignGoalDialog } from '@/features/goals/teacher/assign-goal-dialog';
import { BulkGoalDialog } from '@/features/goals/teacher/bulk-goal-dialog';
import { buildSeries, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

const SERIES = 'POST /api/goal-series';
const NO_SCHOOL = 'GET /api/teachers/t1/no-school-days';
const NAMES = 'GET /api/goals/teacher/t1/names';
const everybody = ['Amara Okafor', 'Emma Li', 'Isla Patel'].map((name, index) => ({ id: `s${index}`, name }));

beforeEach(() => {
  // A Monday.
  vi.useFakeTimers({ now: new Date(2026, 8, 14, 8), toFake: ['Date'] });
});

function openBulk(chosen: number, handlers: Handlers = {}) {
  const calls = serve({ [NO_SCHOOL]: () => json([]), [NAMES]: () => json([]), ...handlers });
  const onAssigned = vi.fn();
  function Bulk() {
    const [open, setOpen] = useState(true);
    return (
      <BulkGoalDialog
        ownerId="t1"
        open={open}
        onOpenChange={setOpen}
        classroomId="c1"
        recipients={everybody.slice(0, chosen)}
        classSize={everybody.length}
        onSelectAll={vi.fn()}
        onAssigned={onAssigned}
      />
    );
  }
  return { ...render(<Bulk />, { signedInAs: buildTeacherUser() }), calls, onAssigned };
}

type Opened = Pick<ReturnType<typeof openBulk>, 'user'>;

const repeats = () => screen.getByRole('switch', { name: 'Repeats' });
const day = (name: string) => screen.getByRole('button', { name });
const until = () => screen.getByLabelText('Until');
const forEverybody = () => screen.getByRole('checkbox', { name: /^Everybody in the class/ });

async function fill({ user }: Opened, lastDay = '2026-09-25') {
  await user.type(await screen.findByLabelText('Goal name'), 'Read');
  await user.type(screen.getByLabelText('GoalBucks'), '5');
  await user.click(repeats());
  if (lastDay) await user.type(until(), lastDay);
}

const sent = (calls: ReturnType<typeof serve>) => calls.filter(({ method }) => method === 'POST');

describe('a goal that repeats', () => {
  // spec: 22.6
  it('is counted before it is assigned, without days without school', async () => {
    const opened = openBulk(2, {
      [NO_SCHOOL]: () => json([{ from: '2026-09-17', to: '2026-09-18', name: null }]),
    });
    await fill(opened);
    expect(await screen.findByText('8 times, 40 GoalBucks for a student who does them all')).toBeVisible();
    expect(screen.getByText('First day: today. 2 no-school days are left out.')).toBeVisible();
    await opened.user.click(day('Monday'));
    expect(await screen.findByText('6 times, 30 GoalBucks for a student who does them all')).toBeVisible();
    expect(screen.getByText(/^First day: tomorrow/)).toBeVisible();
  });

  // spec: 22.6
  it('is sent for the chosen students, and its toast says for how many there is one today', async () => {
    const opened = openBulk(2, { [SERIES]: () => json(buildSeries({ given: 2 }), 201) });
    await fill(opened);
    await opened.user.type(screen.getByLabelText(/^What counts as proof/), 'The title');
    await opened.user.click(screen.getByRole('button', { name: 'Choose a Picture' }));
    await opened.user.click(await screen.findByRole('radio', { name: 'Book' }));
    await opened.user.click(screen.getByRole('button', { name: 'Use This Picture' }));
    expect(forEverybody()).not.toBeChecked();
    await opened.user.click(screen.getByRole('button', { name: 'Assign to 2 students' }));
    expect(await screen.findByText('The goal repeats')).toBeVisible();
    expect(screen.getByText('Today’s goal is there for 2 students.')).toBeVisible();
    expect(sent(opened.calls)).toMatchObject([
      {
        path: '/api/goal-series',
        body: {
          classroomId: 'c1',
          name: 'Read',
          goalbucks: 5,
          details: 'The title',
          picture: 'book',
          weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
          until: '2026-09-25',
          studentIds: ['s0', 's1'],
        },
      },
    ]);
    expect(sent(opened.calls)[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(opened.onAssigned).toHaveBeenCalledOnce();
  });

  // spec: 22.6
  it.each([0, 3])('is for everybody if %d of 3 are chosen, unless the tick is removed', async (chosen) => {
    const opened = openBulk(chosen, {
      [SERIES]: () => json(buildSeries({ given: 0, nextDay: '2026-09-15' }), 201),
    });
    await fill(opened);
    expect(forEverybody()).toBeChecked();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      'For everybody in the class, also who joins later.',
    );
    await opened.user.click(screen.getByRole('button', { name: 'Assign to everybody' }));
    expect(await screen.findByText('First day: tomorrow')).toBeVisible();
    expect(sent(opened.calls)).toMatchObject([{ body: { studentIds: null } }]);
  });

  it('for nobody can not be sent', async () => {
    const opened = openBulk(0);
    await fill(opened);
    await opened.user.click(forEverybody());
    expect(screen.getByText('No students selected yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Assign to 0 students' })).toBeDisabled();
  });

  it('needs a day of the week and a last day, which is not over nor too far ahead', async () => {
    const opened = openBulk(2);
    await fill(opened, '');
    const button = screen.getByRole('button', { name: 'Assign to 2 students' });
    expect(button).toBeDisabled();
    await opened.user.type(until(), '2026-09-13');
    await opened.user.tab();
    expect(until()).toHaveAccessibleDescription('This day is over. Choose a later one.');
    await opened.user.clear(until());
    await opened.user.type(until(), '2027-06-22');
    expect(until()).toHaveAccessibleDescription('Choose a day until June 21, 2027: at most 280 days ahead.');
    await opened.user.clear(until());
    await opened.user.type(until(), '2027-06-21');
    expect(until()).toBeValid();
    expect(button).toBeEnabled();
    for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await opened.user.click(day(name));
    }
    expect(screen.getByRole('group', { name: 'Days of the week' })).toHaveAccessibleDescription(
      'Choose at least one day of the week.',
    );
    expect(button).toBeDisabled();
  });

  it('that was refused shows the sentence of the server at its field', async () => {
    const opened = openBulk(2, {
      [SERIES]: () =>
        errorResponse(422, 'Please check the until.', {
          fields: { until: 'must be at most 280 days from today' },
        }),
    });
    await fill(opened);
    await opened.user.click(screen.getByRole('button', { name: 'Assign to 2 students' }));
    expect(await screen.findByText('Until must be at most 280 days from today.')).toBeVisible();
    expect(opened.onAssigned).not.toHaveBeenCalled();
  });

  it('is a goal of one day again when the switch is off, with the due date that was typed', async () => {
    const opened = openBulk(2, {
      'POST /api/goals/bulk': () => json({ count: 2, assignmentId: 'a1' }, 201),
    });
    await opened.user.type(await screen.findByLabelText(/^Due date/), '2026-09-30');
    await fill(opened, '');
    expect(screen.queryByLabelText(/^Due date/)).toBeNull();
    await opened.user.click(repeats());
    expect(screen.getByLabelText(/^Due date/)).toHaveValue('2026-09-30');
    await opened.user.click(screen.getByRole('button', { name: 'Assign to 2 students' }));
    expect(await screen.findByText('Goals assigned!')).toBeVisible();
    expect(sent(opened.calls)).toMatchObject([
      { path: '/api/goals/bulk', body: { name: 'Read', goalbucks: 5, dueDate: '2026-09-30' } },
    ]);
  });

  // spec: 22.6
  it('can be assigned to one student', async () => {
    const calls = serve({
      [NO_SCHOOL]: () => json([]),
      [NAMES]: () => json([]),
      [SERIES]: () => json(buildSeries({ given: 1 }), 201),
    });
    const recipient = { id: 's1', classroomId: 'c1', name: 'Amara Okafor' };
    const opened = render(
      <AssignGoalDialog ownerId="t1" open recipient={recipient} onOpenChange={vi.fn()} />,
      {
        signedInAs: buildTeacherUser(),
      },
    );
    await fill(opened);
    expect(screen.queryByRole('checkbox', { name: /^Everybody/ })).toBeNull();
    await opened.user.click(screen.getByRole('button', { name: 'Assign Goal' }));
    expect(await screen.findByText('The goal repeats')).toBeVisible();
    expect(sent(calls)).toMatchObject([{ body: { studentIds: ['s1'], classroomId: 'c1' } }]);
  });
});
