import { act, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';

import { useStore } from '@/hooks/use-store';
import { createStore } from '@/lib/create-store';
import { Redirect } from '@/shared/redirect';

import { createHistory } from './browser-history';
import { Router } from './router';

const isLoaded = createStore(false);
let codeLoaded: () => void;

/** Redirects when its data is loaded. */
function Home() {
  return useStore(isLoaded) ? <Redirect to="/first-class" /> : <Link to="/connect">Connect students</Link>;
}

const loadData = () => {
  act(() => {
    isLoaded.set(true);
  });
};

beforeEach(() => {
  isLoaded.set(false);
  const code = new Promise<{ default: ComponentType }>((resolve) => {
    codeLoaded = () => {
      resolve({ default: () => <h1>Connect students</h1> });
    };
  });
  const Connect = lazy(() => code);
  const history = createHistory();
  history.push('/');
  render(
    <Router history={history}>
      <Suspense>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/connect" element={<Connect />} />
          <Route path="/first-class" element={<h1>First class</h1>} />
        </Routes>
      </Suspense>
    </Router>,
  );
});

it('leads from a page to another one', async () => {
  loadData();
  expect(await screen.findByRole('heading', { name: 'First class' })).toBeVisible();
  expect(location.pathname).toBe('/first-class');
});

it('does not lead away from a page that was chosen before, whose code is still loading', async () => {
  act(() => {
    screen.getByRole('link').click();
  });
  loadData();
  codeLoaded();
  expect(await screen.findByRole('heading', { name: 'Connect students' })).toBeVisible();
  expect(location.pathname).toBe('/connect');
});
