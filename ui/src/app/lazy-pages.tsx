import type { ComponentType } from 'react';
import { Route } from 'react-router';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';

export type PageModules = Record<string, () => Promise<{ default: ComponentType }>>;

export const lazyPages = (pages: PageModules) =>
  Object.entries(pages).map(([path, load]) => ({ path, Page: lazyWhenReachable(load) }));

/** Makes new elements at each call: React doesn't render an element again that is the same as before. */
export const routesOf = (pages: ReturnType<typeof lazyPages>) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

export const NotFoundPage = lazyWhenReachable(() => import('@/pages/not-found'));
