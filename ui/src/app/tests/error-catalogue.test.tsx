import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { SessionUser } from '@/api/types';
import {
  buildStudent,
  buildStudentStats,
  buildGoal,
  buildSubmissionListItem,
  buildSuggestionListItem,
  buildStoreItem,
  buildPurchaseListItem,
} from '@/testing/builders';
import { type Handlers, json, errorResponse } from '@/testing/fake-server';

import { amara, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/pages/student/goals/goals'),
  () => import('@/pages/student/store'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/no-classes'),
  () => import('@/pages/teacher/student/student-goals'),
  () => import('@/pages/teacher/store/store'),
  () => import('@/pages/teacher/submissions/submissions'),
);

const student = buildStudent();
const stats = buildStudentStats();
const goal = buildGoal();
const proof = buildSubmissionListItem();
const suggestion = buildSuggestionListItem();
const item = buildStoreItem({ goalbucksCost: 100, stock: 3 });
const purchase = buildPurchaseListItem({ goalbucksCost: 100 });

const press = async (user: UserEvent, name: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
};
const type = async (user: UserEvent, label: string | RegExp, text: string) => {
  await user.type(await screen.findByLabelText(label), text);
};

type Action = {
  as?: SessionUser;
  at: string;
  /** The call that fails, with `answer` or status 500. */
  call: keyof Handlers;
  answer?: () => Response;
  act: (user: UserEvent) => Promise<void>;
};

const CLASS = '/teacher/class/c1';
const SUGGESTIONS = '/teacher/submissions?tab=suggestions';

/** Actions by the text that is shown when they fail. */
const actions: Record<string, Action> = {
  'Failed to create class. Please try again.': {
    at: '/teacher/no-classes',
    call: 'POST /api/classrooms',
    act: async (user) => {
      await press(user, 'Create Your First Class');
      await user.keyboard('Math 101{Enter}');
    },
  },
  'Failed to assign goals. Please try again.': {
    at: CLASS,
    call: 'POST /api/goals/bulk',
    act: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
      await press(user, 'Bulk Add Goal (1)');
      await user.keyboard('Read{Tab}25{Enter}');
    },
  },
  'Failed to assign goal. Please try again.': {
    at: '/teacher/student/s1/goals',
    call: 'POST /api/goals',
    act: async (user) => {
      const [first] = await screen.findAllByRole('button', { name: 'Assign Goal' });
      await user.click(first ?? document.body);
      await user.keyboard('Read{Tab}25{Enter}');
    },
  },
  'Failed to add student. Please try again.': {
    at: CLASS,
    call: 'POST /api/students',
    act: async (user) => {
      await press(user, 'Manage Students');
      await press(user, 'Add Student');
      await user.keyboard('Mia{Tab}Rossi{Tab}mia.r{Tab}sunny{Enter}');
    },
  },
  'Failed to delete student. Please try again.': {
    at: CLASS,
    call: 'DELETE /api/students/s1',
    act: async (user) => {
      await press(user, 'Delete Amara Okafor');
      await press(user, 'Delete Student');
    },
  },
  'Failed to delete class. Please try again.': {
    at: CLASS,
    call: 'DELETE /api/classrooms/c1',
    act: async (user) => {
      await press(user, 'Delete Class');
      await user.keyboard('Math 101{Enter}');
    },
  },
  'Failed to update student. Please try again.': {
    at: CLASS,
    call: 'PUT /api/students/s1',
    act: async (user) => {
      await press(user, 'Manage Students');
      await type(user, 'Last name', '-Bell{Enter}');
    },
  },
  'Failed to review submission. Please try again.': {
    at: '/teacher/submissions',
    call: 'PATCH /api/submissions/p1/review',
    act: async (user) => {
      await press(user, 'Approve');
      await press(user, 'Confirm Approve');
    },
  },
  'Failed to approve suggestion. Please try again.': {
    at: SUGGESTIONS,
    call: 'PUT /api/goal-suggestions/w1/approve',
    act: async (user) => {
      await press(user, 'Approve');
    },
  },
  'Failed to deny suggestion. Please try again.': {
    at: SUGGESTIONS,
    call: 'PUT /api/goal-suggestions/w1/deny',
    act: async (user) => {
      await press(user, 'Deny');
    },
  },
  'Failed to add store item. Please try again.': {
    at: '/teacher/store',
    call: 'POST /api/store',
    act: async (user) => {
      await press(user, 'Add Item');
      await user.keyboard('Pencil');
      await type(user, /^Cost/, '5{Enter}');
    },
  },
  'Failed to delete store item. Please try again.': {
    at: '/teacher/store',
    call: 'DELETE /api/store/i1',
    act: async (user) => {
      await press(user, 'Delete Homework pass');
      await press(user, 'Delete Item');
    },
  },
  'Failed to fulfill purchase. Please try again.': {
    at: '/teacher/store?tab=fulfillment',
    call: 'PATCH /api/purchases/b1/fulfill',
    act: async (user) => {
      await press(user, /^Mark as Fulfilled/);
    },
  },
  'Failed to submit goal. Please try again.': {
    as: amara,
    at: '/student',
    call: 'POST /api/submissions/upload',
    act: async (user) => {
      const next = within(await screen.findByRole('region', { name: goal.name }));
      await user.click(next.getByRole('button', { name: 'Submit Goal' }));
      await type(user, /^Text description/, 'I read.');
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Submit Goal' }));
    },
  },
  'Failed to submit goal suggestion. Please try again.': {
    as: amara,
    at: '/student',
    call: 'POST /api/goal-suggestions',
    // Without a body: a sentence of the server would be shown instead.
    answer: () => new Response('', { status: 502 }),
    act: async (user) => {
      await press(user, 'Suggest a Goal');
      await screen.findByRole('dialog');
      await user.keyboard('Learn to juggle');
      await type(user, 'Suggested GoalBucks', '30{Enter}');
    },
  },
  'Failed to complete purchase. Please try again.': {
    as: amara,
    at: '/student/store',
    call: 'POST /api/purchases',
    act: async (user) => {
      await press(user, 'Purchase');
      await press(user, 'Confirm Purchase');
    },
  },
};

describe('a red toast titled Error says', () => {
  // spec: 14.1
  it.each(Object.entries(actions))('%s', async (text, { as = rivera, at, call, answer, act }) => {
    const failing: Handlers = { [call]: answer ?? (() => errorResponse(500, 'Something went wrong.')) };
    const { user } = openApp(at, {
      as,
      classes: at.endsWith('no-classes') ? [] : [math],
      handlers: {
        'GET /api/classrooms/c1/students/stats': () => json([stats]),
        'GET /api/students/s1': () => json(student),
        'GET /api/students/s1/goals': ({ query }) => json(query.includes('current') ? [goal] : []),
        'GET /api/submissions/teacher/t1': ({ query }) =>
          json(at !== SUGGESTIONS && query.includes('pending') ? [proof] : []),
        'GET /api/goal-suggestions/teacher/t1': () => json(at === SUGGESTIONS ? [suggestion] : []),
        'GET /api/store/classroom/c1': () => json([item]),
        'GET /api/classrooms/c1/progress': () => errorResponse(404, 'Not found.'),
        'GET /api/purchases/classroom/c1': ({ query }) => json(query.includes('pending') ? [purchase] : []),
        ...failing,
      },
    });
    await act(user);
    const toast = (await screen.findAllByText(text)).map((found) => found.closest('li.toast')).find(Boolean);
    expect(toast).toHaveTextContent(new RegExp(`^Error${text}$`));
    expect(toast).toHaveClass('bg-danger');
  });
});
