import '@/lib/scanned-card';

import './theme.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';

import { readSavedUser } from '@/auth/saved-user';
import { startLanguage } from '@/lib/language';

import { createHistory } from './browser-history';
import { Providers } from './providers';
import { AppRoutes } from './routes';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');

const root = createRoot(container);
const history = createHistory();

// Not a data router: TanStack Query loads the data, and the data router would add 20 KB to a student's first load.
const app = (
  <StrictMode>
    <Providers>
      <HistoryRouter history={history}>
        <AppRoutes />
      </HistoryRouter>
    </Providers>
  </StrictMode>
);

void startLanguage(readSavedUser()?.language ?? null).then(() => {
  root.render(app);
});
