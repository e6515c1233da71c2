import '@/auth/scanned-card';

import './styles.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { readSavedUser } from '@/auth/saved-user';
import { startLanguage } from '@/lib/language';

import { createHistory } from './browser-history';
import { repairTranslatedPage } from './page-translation';
import { Providers } from './providers';
import { Router } from './router';
import { AppRoutes } from './routes';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');

repairTranslatedPage();
const root = createRoot(container);
const history = createHistory();

const app = (
  <StrictMode>
    <Providers>
      <Router history={history}>
        <AppRoutes />
      </Router>
    </Providers>
  </StrictMode>
);

void startLanguage(readSavedUser()).then(() => {
  root.render(app);
});
