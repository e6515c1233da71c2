import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { Celebration } from '@/features/goals/student/celebration';
import { buildGoal, buildStudentUser, buildSubmission } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { OpenedRecord } from './opened-record';

const goal = buildGoal({ status: 'completed', completedAt: '2025-01-05T09:00:00Z' });

// spec: 7.18
it('shows what was sent for a completed goal once the student opens it', async () => {
  const asked: string[] = [];
  serve({
    'GET /api/goals/{goal_id}/submissions': ({ params }) => {
      asked.push(params['goal_id'] ?? '');
      const sent = buildSubmission({
        status: 'approved',
        submissionText: 'From above',
        comment: 'Well drawn!',
      });
      return json([{ ...sent, reviewerName: 'Elena Rivera', reviewedBySubstitute: false }]);
    },
  });
  const { user } = render(<OpenedRecord goal={goal} />, { signedInAs: buildStudentUser() });
  expect(asked).toEqual([]);
  await user.click(screen.getByText('What you sent'));
  expect(await screen.findByText('From above')).toBeVisible();
  expect(screen.getByText('Your teacher wrote')).toBeVisible();
  expect(screen.getByText('Well drawn!')).toBeVisible();
  expect(asked).toEqual([goal.id]);
});

// spec: 6.15
it('celebrates a goal with the comment of its approval', () => {
  render(<Celebration goals={[goal]} comment={() => 'Well drawn!'} onDismiss={vi.fn()} />);
  expect(screen.getByText(/Well drawn!/)).toBeVisible();
});
