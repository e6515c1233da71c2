import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { SubmissionBadge } from './submission-badge';

// spec: 6.14
it.each([
  ['pending', 'Pending Review'],
  ['approved', 'Approved'],
  ['denied', 'Denied'],
] as const)('%s reads %s', (status, text) => {
  render(<SubmissionBadge status={status} />);
  expect(screen.getByText(text)).toBeVisible();
});

// spec: 7.14
it('a denied one that may be sent again reads Returned, and is not red', () => {
  render(<SubmissionBadge status="denied" allowResubmission />);
  expect(screen.getByText('Returned')).toBeVisible();
  expect(screen.getByText('Returned')).not.toHaveClass('text-denied-ink');
});
