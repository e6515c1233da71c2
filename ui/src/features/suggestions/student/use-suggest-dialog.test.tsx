import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { buildStudentUser } from '@/testing/builders';

/** Imports the providers and the hook for each test: the dialog's module, imported anew, must share their contexts. */
async function press() {
  const { render } = await import('@/testing/render');
  const { useSuggestDialog } = await import('./use-suggest-dialog');
  function Opener() {
    const { dialog, suggesting } = useSuggestDialog();
    return (
      <>
        <button type="button" onClick={suggesting.onSuggest} onFocus={suggesting.onPreload}>
          Suggest a Goal
        </button>
        {dialog}
      </>
    );
  }
  render(<Opener />, { signedInAs: buildStudentUser() });
  await userEvent.click(screen.getByRole('button'));
}

afterEach(() => {
  vi.doUnmock('./suggest-goal-dialog');
  vi.resetModules();
});

describe('the dialog to suggest a goal', () => {
  it('opens once its code is there, and gives the focus back', async () => {
    await press();
    expect(await screen.findByRole('dialog', { name: 'Suggest a Goal' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement?.textContent).toBe('Suggest a Goal');
  });

  it('whose code does not come says so', async () => {
    vi.resetModules();
    vi.doMock('./suggest-goal-dialog', () => {
      throw new Error('Failed to fetch dynamically imported module');
    });
    await press();
    expect(await screen.findByText("The form didn't load. Please try again.")).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
