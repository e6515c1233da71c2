import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render as renderElement } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { SessionUser } from '@/api/types';
import { saveUser } from '@/auth/saved-user';
import { SessionProvider, useSession } from '@/auth/session-context';
import { Toaster } from '@/components/toast/toaster';

type RouterState = { location?: Location; navigate?: NavigateFunction };

function RouterProbe({ state }: { state: RouterState }) {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    Object.assign(state, { location, navigate });
  }, [state, location, navigate]);
  return null;
}

/** Pages of a signed-in user may rely on the session, which is there after the first effect. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().user && children;
}

type Options = {
  /** Who is signed in from the start. */
  signedInAs?: SessionUser;
  /** Where the router begins. */
  path?: string;
  queryClient?: QueryClient;
};

/** Renders `ui` with the providers of the application; only `ui` is in the returned `container`. */
export function render(
  ui: ReactNode,
  { signedInAs, path = '/', queryClient = createQueryClient() }: Options = {},
) {
  if (signedInAs) saveUser(signedInAs);
  const router: RouterState = {};
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <MemoryRouter initialEntries={[path]}>
          {signedInAs ? <SignedIn>{children}</SignedIn> : children}
          <RouterProbe state={router} />
        </MemoryRouter>
      </SessionProvider>
      {createPortal(<Toaster />, document.body)}
    </QueryClientProvider>
  );
  const user = userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime.bind(vi) } : {});
  return { ...renderElement(ui, { wrapper }), user, queryClient, router };
}
