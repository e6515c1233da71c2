import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { PhotoRemoved } from './photo-removed';
import { SentProof } from './sent-proof';
import { submission } from './test-desk';

describe('a photo that went for its age', () => {
  it('is told in its place, with its day and how long it was kept', () => {
    const times = { createdAt: '2026-01-01T10:00:00Z', imageRemovedAt: '2026-04-11T12:00:00Z' };
    render(<SentProof submission={submission('a', times)} />);
    expect(screen.getByText('Photo removed on April 11, 2026 (kept for 100 days)')).toBeVisible();
    expect(screen.getByText('Proof a')).toBeVisible();
  });

  it('is not told of one that is there, or that never was', () => {
    const { container } = render(<PhotoRemoved submission={submission('a')} />);
    expect(container).toBeEmptyDOMElement();
  });
});
