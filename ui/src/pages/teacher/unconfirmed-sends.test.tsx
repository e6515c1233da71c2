import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { goalbucksKeys, goalKeys, studentKeys } from '@/api/keys';
import { AwardDialog } from '@/features/goalbucks/award-dialog';
import { CorrectBalanceDialog } from '@/features/goalbucks/correct-balance-dialog';
import { AssignGoalDialog } from '@/features/goals/teacher/assign-goal-dialog';
import { BulkGoalDialog } from '@/features/goals/teacher/bulk-goal-dialog';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

const student = { id: 's1', classroomId: 'c1', name: 'Amara Okafor' };
const toSome = {
  ...{ classroomId: 'c1', recipients: [student], classSize: 3 },
  ...{ onOpenChange: vi.fn(), onSelectAll: vi.fn(), onAwarded: vi.fn(), onAssigned: vi.fn() },
};

type Case = {
  dialog: (open: boolean) => ReactNode;
  call: keyof Handlers;
  fields: Record<string, string>;
  /** Key of the list that shows whether the request was carried out. */
  shownIn: QueryKey;
};

const goalFields = { 'Goal name': 'Read', GoalBucks: '25' };
const cases: [string, Case][] = [
  [
    'an award',
    {
      dialog: (open) => <AwardDialog {...toSome} open={open} />,
      call: 'POST /api/goalbucks/award',
      fields: { 'GoalBucks for each': '10', Reason: 'Teamwork' },
      shownIn: studentKeys.stats('c1'),
    },
  ],
  [
    'a correction',
    {
      dialog: (open) => (
        <CorrectBalanceDialog student={student} balance={240} open={open} onOpenChange={vi.fn()} />
      ),
      call: 'POST /api/students/s1/corrections',
      fields: { 'Change in GoalBucks': '5', Reason: 'Counted twice' },
      shownIn: goalbucksKeys.balance('s1'),
    },
  ],
  [
    'a goal',
    {
      dialog: (open) => (
        <AssignGoalDialog recipient={student} ownerId="t1" open={open} onOpenChange={vi.fn()} />
      ),
      call: 'POST /api/goals',
      fields: goalFields,
      shownIn: goalKeys.current('s1'),
    },
  ],
  [
    'a goal for several',
    {
      dialog: (open) => <BulkGoalDialog ownerId="t1" {...toSome} open={open} />,
      call: 'POST /api/goals/bulk',
      fields: goalFields,
      shownIn: goalKeys.current('s1'),
    },
  ],
];

const NOTE =
  /so nobody knows yet whether it got .+\. Just try again, with nothing changed: it never counts twice\./;
const FAILED = /^Failed to .+\. Please try again\.$/;
const noDatabase = () => errorResponse(503, 'The database is away.', { code: 'store_unavailable' });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

function open({ dialog, call, fields }: Case, ...answers: (() => Response | Promise<Response>)[]) {
  const calls = serve({ [call]: () => answers.shift()?.() ?? errorResponse(503, 'Busy.') });
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
  const { rerender, user, queryClient } = render(dialog(true));
  return {
    client: queryClient,
    sent,
    /** Fills the form in and sends it. */
    send: async (times: number) => {
      for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text);
      await user.keyboard('{Enter}');
      await waitFor(() => {
        expect(sent()).toHaveLength(times);
      });
    },
    again: () => user.keyboard('{Enter}'),
    reopen: () => {
      rerender(dialog(false));
      rerender(dialog(true));
    },
  };
}

/** Simulates a later refetch of the list. */
async function read(client: QueryClient, key: QueryKey) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  client.setQueryData(key, []);
}

beforeEach(() => {
  vi.restoreAllMocks();
});

describe.each(cases)('%s whose answer was lost', (_name, one) => {
  // spec: 14.5
  it.each([
    ['The class computer didn’t answer', lost],
    ['The database of the class computer didn’t answer', noDatabase],
  ])('says that trying again never counts twice; one that was refused does not (%s)', async (who, how) => {
    const { send, again, sent } = open(one, how);
    await send(1);
    expect(await screen.findByText(NOTE)).toHaveTextContent(who);
    await again();
    await waitFor(() => {
      expect(sent()).toHaveLength(2);
    });
    expect(await screen.findAllByText(FAILED)).not.toEqual([]);
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it('happens once, though the form was closed and opened again', async () => {
    const { send, reopen, sent, client } = open(one, lost);
    await read(client, one.shownIn);
    await send(1);
    await screen.findByText(NOTE);
    reopen();
    expect(screen.queryByText(NOTE)).toBeNull();
    await send(2);
    expect(sent()[1]).toBe(sent()[0]);
  });

  it('is known to be done or not once the list was read again, but not under an open form', async () => {
    const { send, again, reopen, sent, client } = open(one, lost, lost);
    await send(1);
    await screen.findByText(NOTE);
    await read(client, one.shownIn);
    await again();
    await waitFor(() => {
      expect(sent()).toHaveLength(2);
    });
    expect(sent()[1]).toBe(sent()[0]);
    await screen.findByText(NOTE);
    await read(client, one.shownIn);
    reopen();
    await send(3);
    expect(sent()[2]).not.toBe(sent()[0]);
  });

  it('is over once it was done: the same again is another', async () => {
    const { send, reopen, sent } = open(one, () => json({ count: 1, balanceAfter: 5 }, 201));
    await send(1);
    await screen.findByText(/^(Goal|Balance).*(!|ed)$/);
    reopen();
    await send(2);
    expect(sent()[1]).not.toBe(sent()[0]);
  });
});
