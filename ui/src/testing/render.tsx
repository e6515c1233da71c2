import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render as renderElement } from '@testing-library/react';
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

type RouterState = { location: Location; navigate: NavigateFunction };

function RouterProbe({ onChange }: { onChange: (state: RouterState) => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    onChange({ location, navigate });
  }, [onChange, location, navigate]);
  return null;
}

/** Renders its children only with a signed-in user, as the role guard does. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().user && children;
}

type Options = {
  /** The user who is signed in initially. */
  signedInAs?: SessionUser;
  /** Initial entry of the router. */
  path?: string;
  queryClient?: QueryClient;
};

/** Renders `ui` with the providers of the application; only `ui` is in the returned `container`. */
export function render(
  ui: ReactNode,
  { signedInAs, path = '/', queryClient = createQueryClient() }: Options = {},
) {
  if (signedInAs) saveUser(signedInAs);
  let router: RouterState | undefined;
  const onChange = (state: RouterState) => {
    router = state;
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <MemoryRouter initialEntries={[path]}>
            {signedInAs ? <SignedIn>{children}</SignedIn> : children}
            <RouterProbe onChange={onChange} />
          </MemoryRouter>
        </SessionProvider>
        {createPortal(<Toaster />, document.body)}
      </QueryClientProvider>
    </I18nProvider>
  );
  const user = userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime.bind(vi) } : {});
  return {
    ...renderElement(ui, { wrapper }),
    user,
    queryClient,
    location: () => router?.location,
    goBack: () => {
      act(() => {
        void router?.navigate(-1);
      });
    },
  };
}
