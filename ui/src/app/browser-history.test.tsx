import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import { useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { historySettled } from '@/testing/history';

import { createHistory } from './browser-history';
import { Router } from './router';

function Form({ onDelete }: { onDelete: () => void }) {
  const [text, setText] = useState('');
  useUnsavedChanges(text !== '');
  return (
    <>
      <input
        aria-label="Text"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
      <button type="button" onClick={onDelete}>
        Delete
      </button>
    </>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const leave = (replace: boolean) => () => {
    setOpen(false);
    void navigate('/created', { replace });
  };
  return (
    <>
      <h1>Page</h1>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Dialog">
        <Form
          onDelete={() => {
            setAsking(true);
          }}
        />
        <button type="button" onClick={leave(false)}>
          Create
        </button>
        <button type="button" onClick={leave(true)}>
          Replace
        </button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Delete it?"
          description="It is gone then."
          confirmLabel="Delete"
          onConfirm={() => undefined}
        />
      </Dialog>
    </>
  );
}

/** Waits until history and dialogs agree. */
async function settled() {
  await historySettled();
  await waitFor(() => {
    const atMarker = (history.state as { dialog?: true } | null)?.dialog === true;
    expect(atMarker).toBe(dialog() !== null);
  });
}

async function go(delta: number) {
  history.go(delta);
  await settled();
}
const back = () => go(-1);

beforeEach(async () => {
  await historySettled();
  // The previous test file may have left the history at the entry of a dialog.
  history.replaceState(null, '', '/');
  const router = createHistory();
  router.push('/before');
  router.push('/page');
  render(
    <StrictMode>
      <Router history={router}>
        <Routes>
          <Route path="/page" element={<Page />} />
          <Route path="*" element={<h1>Another page</h1>} />
        </Routes>
      </Router>
    </StrictMode>,
  );
});

const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await settled();
};
const dialog = () => screen.queryByRole('dialog', { hidden: true });
const question = () => screen.queryByRole('alertdialog');

describe('Back', () => {
  // spec: 3.11
  it('closes an open dialog and stays on the page; the next one leaves it', async () => {
    await press('Open');
    await back();
    expect(dialog()).toBeNull();
    expect(location.pathname).toBe('/page');
    await back();
    expect(location.pathname).toBe('/before');
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeVisible();
  });

  // spec: 3.11
  it('asks when something was typed; once more takes the question back, as Escape does', async () => {
    await press('Open');
    await userEvent.type(screen.getByLabelText('Text'), 'typed');
    await back();
    expect(question()).toHaveAccessibleName('Close without saving?');
    await back();
    expect(question()).toBeNull();
    expect(screen.getByLabelText('Text')).toHaveValue('typed');
    await back();
    await press('Close without saving');
    expect(dialog()).toBeNull();
    expect(location.pathname).toBe('/page');
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('closes the topmost of two dialogs first', async () => {
    await press('Open');
    await press('Delete');
    await back();
    expect(question()).toBeNull();
    expect(dialog()).toBeVisible();
    await back();
    expect(dialog()).toBeNull();
    expect(location.pathname).toBe('/page');
  });

  it('by several pages at once keeps the page with something typed, too', async () => {
    await press('Open');
    await userEvent.type(screen.getByLabelText('Text'), 'typed');
    await go(-2);
    await settled();
    expect(question()).toBeVisible();
    expect(screen.getByLabelText('Text')).toHaveValue('typed');
    await press('Close without saving');
    expect(location.pathname).toBe('/page');
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
  });
});

describe('on a device that is too busy to move in time', () => {
  it('a late step of its own is not mistaken for Back', async () => {
    await press('Open');
    const told = vi.spyOn(history, 'go').mockImplementationOnce(() => undefined);
    vi.useFakeTimers();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(told).toHaveBeenCalledExactlyOnceWith(-1);
    fireEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }));
    history.go(-1);
    await settled();
    expect(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await settled();
  });

  it('a link pressed on its way forward to the marker starts from the page itself', async () => {
    await press('Open');
    await userEvent.type(screen.getByLabelText('Text'), 'typed');
    const forward = vi.spyOn(history, 'go');
    history.back();
    await waitFor(() => {
      expect(forward).toHaveBeenCalledWith(1);
    });
    // The browser goes forward in a later task, so this navigation is queued.
    fireEvent.click(screen.getByRole('button', { name: 'Create', hidden: true }));
    await waitFor(() => {
      expect(location.pathname).toBe('/created');
    });
    await settled();
    await back();
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
    expect(dialog()).toBeNull();
    await back();
    expect(location.pathname).toBe('/before');
  });
});

describe('the history', () => {
  it('is as it was after dialogs were opened and closed, and Forward does nothing', async () => {
    await press('Open');
    await userEvent.keyboard('{Escape}');
    await settled();
    const { length } = history;
    for (let time = 0; time < 10; time += 1) {
      await press('Open');
      await userEvent.keyboard('{Escape}');
      await settled();
    }
    expect(history.length).toBe(length);
    await go(1);
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
    expect(dialog()).toBeNull();
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('has the page behind the one that a dialog led to', async () => {
    await press('Open');
    await press('Create');
    await waitFor(() => {
      expect(location.pathname).toBe('/created');
    });
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeVisible();
    await back();
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
    expect(dialog()).toBeNull();
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('has the page no more that was replaced from a dialog', async () => {
    await press('Open');
    await press('Replace');
    await waitFor(() => {
      expect(location.pathname).toBe('/created');
    });
    await back();
    expect(location.pathname).toBe('/before');
  });
});
