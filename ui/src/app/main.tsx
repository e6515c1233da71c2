import './theme.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { ErrorBoundary } from './error-boundary';
import { Providers } from './providers';
import { AppRoutes } from './routes';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

// Not a data router: TanStack Query loads the data, and the data router would add 20 KB to a student's first load.
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary whole>
      <Providers>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
