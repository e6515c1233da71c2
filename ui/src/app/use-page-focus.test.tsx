import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Navigate, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { panelRef } from '@/components/dialog/open-panels';

import { usePageFocus } from './use-page-focus';

function Page() {
  const main = usePageFocus();
  const [filled, setFilled] = useState(false);
  return (
    <main ref={main} tabIndex={-1}>
      {!filled && (
        <button
          onClick={() => {
            setFilled(true);
          }}
        >
          Fill
        </button>
      )}
      <Link to="/page/other">Other</Link>
    </main>
  );
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/" element={<Navigate to="/page/first" replace />} />
        <Route path="/page/*" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );

describe('usePageFocus', () => {
  it('leaves the focus to the browser when the page is loaded', () => {
    open('/page/first');
    expect(document.body).toHaveFocus();
  });

  it('gives it to the page that comes after signing in', () => {
    open('/');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('gives it to the page that a link leads to', async () => {
    open('/page/first');
    await userEvent.click(screen.getByRole('link', { name: 'Other' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('gives it to the page when what has it goes', async () => {
    open('/page/first');
    await userEvent.click(screen.getByRole('button', { name: 'Fill' }));
    await waitFor(() => {
      expect(screen.getByRole('main')).toHaveFocus();
    });
  });

  it('leaves it to an open dialog when the button that opened it goes', async () => {
    open('/page/first');
    const fill = screen.getByRole('button', { name: 'Fill' });
    fill.focus();
    fill.blur();
    const closeDialog = panelRef(document.createElement('div'));
    fireEvent.click(fill);
    await act(() => Promise.resolve());
    expect(fill).not.toBeInTheDocument();
    expect(document.body).toHaveFocus();
    closeDialog?.();
  });
});
