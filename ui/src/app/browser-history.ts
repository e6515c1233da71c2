import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';

import { dialogHistory } from '@/components/dialog/dialog-history';
import { leavePage } from '@/components/dialog/unsaved-changes';

/**
 * React Router's own history, which removes the entry of open dialogs before it navigates, and asks before a link
 * leaves a page with something typed. A redirect (`replace`) doesn't ask: it follows from a sign-out or a deletion.
 */
export function createHistory() {
  // Same options as in `BrowserRouter`: `v5Compat` also reports the router's own navigations.
  const history = createBrowserHistory({ v5Compat: true });
  const push = history.push.bind(history);
  const replace = history.replace.bind(history);
  const listen = history.listen.bind(history);
  history.listen = (listener) => {
    const stopDialogHistory = dialogHistory.start();
    const stopListening = listen(listener);
    return () => {
      stopListening();
      stopDialogHistory();
    };
  };
  history.push = (to, state) => {
    const navigate = () => {
      dialogHistory.leaveDialogs(() => {
        push(to, state);
      });
    };
    // Switching tabs of the same page keeps the input.
    if (new URL(history.createHref(to), location.href).pathname === location.pathname) navigate();
    else leavePage(navigate);
  };
  history.replace = (to, state) => {
    dialogHistory.leaveDialogs(() => {
      replace(to, state);
    });
  };
  return history;
}
