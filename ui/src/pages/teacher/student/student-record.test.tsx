import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Attempt, PortfolioItem } from '@/api/types';
import { buildSubmission } from '@/testing/builders';
import { json, errorResponse } from '@/testing/fake-server';

import { DENIED, open, openAt, serveGoals } from './student-test-utils';

const RECORD = 'GET /api/goals/{goal_id}/submissions';
const PORTFOLIO = 'GET /api/submissions/student/s1/portfolio?limit=31';
const attempt = (number: number, fields: Partial<Attempt> = {}): Attempt => ({
  ...buildSubmission({ id: `p${number}`, goalId: 'g2001', submissionText: `Note ${number}` }),
  reviewerName: 'Elena Rivera',
  reviewedBySubstitute: false,
  ...fields,
});
const denied = { status: 'denied', reviewedAt: '2024-05-17T10:00:00Z' } as const;
const work = (number: number, fields: Partial<PortfolioItem> = {}): PortfolioItem => ({
  ...buildSubmission({ id: `w${number}`, status: 'approved', createdAt: '2024-05-17T10:00:00Z' }),
  goalName: `Work ${number}`,
  goalbucks: 25,
  offeredGoalbucks: null,
  preview: null,
  ...fields,
});
const closedRow = async (name: string) => {
  const found = (await screen.findByRole('heading', { name })).closest('li');
  return within(found ?? document.body);
};

describe("the record of a goal on the student's page", () => {
  // spec: 7.18
  it('is asked for when its row is opened, and has every try with verdict and comment', async () => {
    const asked: string[] = [];
    serveGoals({
      [RECORD]: ({ params }) => {
        asked.push(params['goal_id'] ?? '');
        return json([attempt(1, { ...denied, comment: 'Look again.' }), attempt(2)]);
      },
    });
    const user = open();
    const row = await closedRow('Goal 2001');
    expect(asked).toEqual([]);
    await user.click(row.getByRole('button', { name: 'Goal 2001' }));
    expect(await row.findByRole('heading', { name: 'First try' })).toBeVisible();
    expect(row.getByRole('heading', { name: 'Second try' })).toBeVisible();
    expect(row.getByText('Elena Rivera wrote')).toBeVisible();
    expect(row.getByText('Look again.')).toBeVisible();
    expect(asked).toEqual(['g2001']);
  });

  // spec: 7.18
  it('of a denial is named in the closed row, also without a comment', async () => {
    serveGoals({
      [DENIED]: () => json([buildSubmission({ ...denied, goalId: 'g2001', comment: null })]),
    });
    open();
    const row = await closedRow('Goal 2001');
    expect(await row.findByText(/^Denied .*, without another try$/)).toBeVisible();
    expect(row.getByText('Denied')).toBeVisible();
  });

  // spec: 7.18
  it('of a pending try leads to its review', async () => {
    serveGoals({ [RECORD]: () => json([attempt(1, { goalId: 'g2000' })]) });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Goal 2000' }));
    const link = await screen.findByRole('link', { name: 'Review It' });
    expect(link).toHaveAttribute('href', '/teacher/submissions?first=p1');
  });

  it('that fails to load says so, and is loaded again', async () => {
    serveGoals({ [RECORD]: () => errorResponse(500, 'It broke.') });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Goal 2001' }));
    expect(await screen.findByText(/What was sent didn't load/)).toBeVisible();
    serveGoals({ [RECORD]: () => json([]) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing was sent so far.')).toBeVisible();
  });

  // spec: 7.18
  it('is open when the address names its goal, which may be on a later page', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    serveGoals({ [RECORD]: () => json([attempt(1)]) });
    openAt('/teacher/student/s1/goals?goal=g1341');
    const row = await closedRow('Goal 1341');
    expect(await row.findByText('Note 1')).toBeVisible();
  });
});

describe("the student's work", () => {
  // spec: 7.19
  it('stands in months with goal, note and comment, and is asked for when its tab is opened', async () => {
    serveGoals({
      [PORTFOLIO]: () =>
        json([
          work(2, { createdAt: '2024-06-02T10:00:00Z', comment: 'I can see it!' }),
          work(1, { imageRemovedAt: '2024-07-01T10:00:00Z' }),
        ]),
    });
    const user = open();
    await user.click(await screen.findByRole('tab', { name: 'Work' }));
    expect(await screen.findByRole('heading', { name: 'June 2024' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'May 2024' })).toBeVisible();
    expect(screen.getByText('I can see it!')).toBeVisible();
    expect(screen.getByText(/^Photo removed on/)).toBeVisible();
  });

  // spec: 7.19
  it('that is not there yet says what will be', async () => {
    serveGoals({ [PORTFOLIO]: () => json([]) });
    openAt('/teacher/student/s1/work');
    expect(await screen.findByText('No work yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});
