import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';

import { leaveDialogs } from '@/components/dialog-history';

/** React Router's own history, which takes the entry of open dialogs away before it navigates. */
export function createHistory() {
  // As `BrowserRouter` makes it: `v5Compat` tells the router of its own navigations too.
  const history = createBrowserHistory({ v5Compat: true });
  const push = history.push.bind(history);
  const replace = history.replace.bind(history);
  history.push = (to, state) => {
    leaveDialogs(() => {
      push(to, state);
    });
  };
  history.replace = (to, state) => {
    leaveDialogs(() => {
      replace(to, state);
    });
  };
  return history;
}
