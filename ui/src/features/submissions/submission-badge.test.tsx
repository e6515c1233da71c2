import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { SubmissionBadge } from './submission-badge';

it.each([
  ['pending', 'Pending Review'],
  ['approved', 'Approved'],
  ['denied', 'Denied'],
] as const)('%s reads %s', (status, text) => {
  render(<SubmissionBadge status={status} />);
  expect(screen.getByText(text)).toBeVisible();
});
