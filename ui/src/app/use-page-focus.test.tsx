import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Navigate, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { Dialog } from '@/components/dialog/dialog';

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

/** Both what opens the dialog and the button in it go with the first click in it. */
function DialogPage() {
  const main = usePageFocus();
  const [open, setOpen] = useState(false);
  const [filled, setFilled] = useState(false);
  return (
    <main ref={main} tabIndex={-1}>
      {!filled && (
        <button
          onClick={() => {
            setOpen(true);
          }}
        >
          Open
        </button>
      )}
      <Dialog open={open} onOpenChange={setOpen} title="Award">
        {!filled && (
          <button
            onClick={() => {
              setFilled(true);
            }}
          >
            Fill
          </button>
        )}
      </Dialog>
    </main>
  );
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/" element={<Navigate to="/page/first" replace />} />
        <Route path="/page/*" element={<Page />} />
        <Route path="/dialog" element={<DialogPage />} />
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

  it('leaves it to an open dialog, also when what opened the dialog goes', async () => {
    open('/dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fill' }));
    await waitFor(() => {
      expect(screen.getByRole('dialog')).toHaveFocus();
    });
  });
});
