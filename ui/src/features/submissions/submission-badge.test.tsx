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
