import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Toaster } from '@/components/toast/toaster';

import { ClassCodeCard } from './class-code-card';

describe('the class code', () => {
  const copied = vi.fn(() => true);
  // Not `render` of '@/testing/render': user-event would add a clipboard.
  const show = () => {
    render(
      <I18nProvider i18n={i18n}>
        <ClassCodeCard code="K7M4QX" />
        <Toaster />
      </I18nProvider>,
    );
  };
  beforeEach(() => {
    // jsdom has neither way of copying; like the classroom's plain HTTP, it has no `navigator.clipboard`.
    Object.defineProperty(document, 'execCommand', { value: copied, configurable: true });
    copied.mockReturnValue(true);
  });

  it('is copied where the browser has no clipboard to offer, and says so', async () => {
    show();
    screen.getByRole('button', { name: 'Copy' }).click();
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Class code copied.');
    expect(copied).toHaveBeenCalledWith('copy');
  });

  it('that the browser refuses to copy says what to do', async () => {
    copied.mockReturnValue(false);
    show();
    screen.getByRole('button', { name: 'Copy' }).click();
    expect(await screen.findByText(/select it and copy it yourself/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });
});
