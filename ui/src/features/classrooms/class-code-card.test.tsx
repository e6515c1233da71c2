import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Toaster } from '@/components/toast/toaster';

import { ClassCodeCard } from './class-code-card';

describe('the class code', () => {
  const copied = vi.fn(() => true);
  beforeEach(() => {
    // jsdom has neither way of copying; like the classroom's plain HTTP, it has no `navigator.clipboard`.
    Object.defineProperty(document, 'execCommand', { value: copied, configurable: true });
    copied.mockReturnValue(true);
  });

  it('is copied where the browser has no clipboard to offer, and says so', async () => {
    render(<ClassCodeCard code="K7M4QX" />);
    screen.getByRole('button', { name: 'Copy' }).click();
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Class code copied.');
    expect(copied).toHaveBeenCalledWith('copy');
  });

  it('that the browser refuses to copy says what to do', async () => {
    copied.mockReturnValue(false);
    render(
      <>
        <ClassCodeCard code="K7M4QX" />
        <Toaster />
      </>,
    );
    screen.getByRole('button', { name: 'Copy' }).click();
    expect(await screen.findByText(/select it and copy it yourself/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });
});
