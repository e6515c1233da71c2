import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { buildSubmission } from '@/testing/builders';

import { SubmittedProof } from './submitted-proof';

describe('a photo removed by the retention setting', () => {
  it('is replaced by a note with the date and its age', () => {
    const times = { createdAt: '2026-01-01T10:00:00Z', imageRemovedAt: '2026-04-11T12:00:00Z' };
    render(<SubmittedProof submission={buildSubmission(times)} />);
    expect(screen.getByText('Photo removed on April 11, 2026 (kept for 100 days)')).toBeVisible();
    expect(screen.getByText('Done')).toBeVisible();
  });

  it('is not noted for existing or missing photos', () => {
    const { container } = render(<PhotoRemoved submission={buildSubmission()} />);
    expect(container).toBeEmptyDOMElement();
  });
});
