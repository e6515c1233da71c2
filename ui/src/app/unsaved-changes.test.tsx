import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense, useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { historySettled } from '@/testing/history';

import { createHistory } from './browser-history';
import { Router } from './router';

function Page() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Link to="/other">Other page</Link>
      <Link to="/loading">Page that loads</Link>
      <Link to="?tab=second">Second tab</Link>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        Deny
      </button>
      {open && (
        <textarea
          aria-label="Comment"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
      )}
      <UnsavedChangesGuard
        open={open}
        dirty={text !== ''}
        onClose={close}
        onDiscard={() => {
          setText('');
          close();
        }}
      />
    </>
  );
}

/** A page whose code never arrives. */
const LoadingPage = lazy(() => new Promise<never>(() => undefined));

beforeEach(async () => {
  await historySettled();
  // The previous test file may have left the history at the entry of a dialog.
  history.replaceState(null, '', '/');
  const router = createHistory();
  router.push('/before');
  router.push('/page');
  render(
    <Router history={router}>
      <Suspense>
        <Routes>
          <Route path="/page" element={<Page />} />
          <Route path="/loading" element={<LoadingPage />} />
          <Route path="*" element={<h1>Another page</h1>} />
        </Routes>
      </Suspense>
    </Router>,
  );
});

const press = async (name: string) => {
  await userEvent.click(screen.getByText(name));
  await historySettled();
};
const back = async () => {
  history.back();
  await historySettled();
};
const comment = () => screen.queryByLabelText('Comment');
const question = () => screen.queryByRole('alertdialog');
async function type() {
  await press('Deny');
  await userEvent.type(screen.getByLabelText('Comment'), 'No photo');
}

describe('Back from a form on a page', () => {
  it('closes it at once while nothing is typed; the next one leaves the page', async () => {
    await press('Deny');
    await back();
    expect(comment()).toBeNull();
    expect(location.pathname).toBe('/page');
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('asks when something is typed, and keeps it or forgets it', async () => {
    await type();
    await back();
    expect(question()).toHaveAccessibleName('Close without sending?');
    await press('Keep editing');
    expect(comment()).toHaveValue('No photo');
    await back();
    await press('Close without sending');
    expect(comment()).toBeNull();
    expect(location.pathname).toBe('/page');
    await back();
    expect(location.pathname).toBe('/before');
  });
});

describe('a link', () => {
  it('to another page asks when something is typed, and then leads there', async () => {
    await type();
    await press('Other page');
    expect(question()).toHaveAccessibleName('Leave without sending?');
    await press('Keep editing');
    expect(location.pathname).toBe('/page');
    expect(comment()).toHaveValue('No photo');
    await press('Other page');
    await press('Leave without sending');
    expect(location.pathname).toBe('/other');
    await back();
    expect(location.pathname).toBe('/page');
    expect(comment()).toBeNull();
  });

  it('to a page that takes long to load asks once, and Back then returns to the form without a question', async () => {
    await type();
    await press('Page that loads');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    fireEvent.click(screen.getByText('Leave without sending'));
    await act(() => vi.waitUntil(() => location.pathname === '/loading'));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(history.state).not.toHaveProperty('dialog');
    await back();
    expect(location.pathname).toBe('/page');
    expect(question()).toBeNull();
  });

  it('to another page asks nothing while nothing is typed', async () => {
    await press('Deny');
    await press('Other page');
    expect(question()).toBeNull();
    expect(location.pathname).toBe('/other');
  });

  it('to another tab of the page asks nothing, as nothing is lost', async () => {
    await type();
    await press('Second tab');
    expect(question()).toBeNull();
    expect(location.search).toBe('?tab=second');
    expect(comment()).toHaveValue('No photo');
  });
});
