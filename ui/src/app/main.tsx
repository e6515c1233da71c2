import './theme.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';

import { activateLanguage } from '@/lib/language';

import { createHistory } from './browser-history';
import { ErrorBoundary } from './error-boundary';
import { Providers } from './providers';
import { AppRoutes } from './routes';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

activateLanguage();

const history = createHistory();

// Not a data router: TanStack Query loads the data, and the data router would add 20 KB to a student's first load.
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary fullPage>
      <Providers>
        <HistoryRouter history={history}>
          <AppRoutes />
        </HistoryRouter>
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
