import { createContext, use } from 'react';
import { Navigate, useLocation } from 'react-router';

/** Where the browser is: the router's own history. Null where pages are rendered without one. */
export const HistoryContext = createContext<{ readonly location: { pathname: string } } | null>(null);

/**
 * Redirects from a page that has loaded its data. A page that the user has left meanwhile stays rendered until the code of
 * the next one is loaded; it redirects no more.
 */
export function Redirect({ to }: { to: string }) {
  const { pathname } = useLocation();
  const history = use(HistoryContext);
  return history === null || history.location.pathname === pathname ? <Navigate to={to} replace /> : null;
}
