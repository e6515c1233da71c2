import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, useLayoutEffect } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import { startLanguage } from '@/lib/language';
import { healthy } from '@/testing/fake-server';

import { Providers } from './providers';
import { Shell } from './shell';

const reload = vi.fn();
let answers: boolean;

beforeEach(() => {
  answers = true;
  reload.mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('location', { href: location.href, reload });
  vi.stubGlobal('fetch', () =>
    answers ? Promise.resolve(healthy()) : Promise.reject(new TypeError('Failed to fetch')),
  );
});

async function openLostPage() {
  const LostPage = lazy(() =>
    Promise.reject<{ default: () => null }>(new TypeError('The code is out of reach.')),
  );
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={['/first']}>
        <Shell
          sidebarLabel="Portal"
          sidebar={
            <>
              <Link to="/first">First</Link>
              <Link to="/lost">Lost</Link>
            </>
          }
          topBar={null}
        >
          <Routes>
            <Route path="/first" element={<p>The first page</p>} />
            <Route path="/lost" element={<LostPage />} />
          </Routes>
        </Shell>
      </MemoryRouter>
    </I18nProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Lost' }));
  expect(await screen.findByRole('heading', { name: "This page didn't load" })).toBeVisible();
  return user;
}

const tryAgain = () => screen.getByRole('button', { name: 'Try again' });

describe('a page whose code does not arrive', () => {
  it('says so in its place, and the others stay within reach', async () => {
    const user = await openLostPage();
    await user.click(screen.getByRole('link', { name: 'First' }));
    expect(await screen.findByText('The first page')).toBeVisible();
    expect(screen.queryByText("This page didn't load")).toBeNull();
  });

  it('is loaded anew by Try again', async () => {
    const user = await openLostPage();
    await user.click(tryAgain());
    await expect.poll(() => reload.mock.calls).toHaveLength(1);
  });

  it('stays with its message while the class computer is away', async () => {
    answers = false;
    const user = await openLostPage();
    await user.click(tryAgain());
    expect(await screen.findByText(/The class computer can't be reached/)).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
    answers = true;
    await user.click(tryAgain());
    await expect.poll(() => reload.mock.calls).toHaveLength(1);
    await act(() => expect.poll(connection.isOnline).toBe(true));
  });
});

describe('the application', () => {
  it('says so if it breaks as a whole', () => {
    const Broken = () => {
      throw new TypeError('The application is broken.');
    };
    render(
      <Providers>
        <Broken />
      </Providers>,
    );
    expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeVisible();
    expect(tryAgain()).toBeVisible();
  });
});

describe('a translated page', () => {
  let failures: number;
  /** Fails in the commit, as React does when a translator has removed what it removes. */
  const show = (fail: () => void) => {
    const Page = () => {
      useLayoutEffect(() => {
        if (failures-- > 0) fail();
      });
      return <p>The page</p>;
    };
    render(
      <Providers>
        <Page />
      </Providers>,
    );
  };
  const removeMissing = () => document.createElement('p').removeChild(document.createElement('b'));

  beforeEach(async () => {
    await startLanguage(null);
    document.documentElement.lang = 'pt';
  });
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  // spec: 17.3
  it('is drawn anew by itself', () => {
    failures = 3;
    show(removeMissing);
    expect(screen.getByText('The page')).toBeVisible();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  // spec: 17.3
  it('names the translation if it fails again and again', () => {
    failures = Infinity;
    show(removeMissing);
    expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeVisible();
    expect(screen.getByText(/The browser's translation interfered with this page/)).toBeVisible();
  });

  it('that fails for another reason is not drawn anew', () => {
    failures = 1;
    show(() => {
      throw new TypeError('The application is broken.');
    });
    expect(screen.getByText(/Something went wrong on the class computer/)).toBeVisible();
  });
});
