import { useState } from 'react';

import { connection } from '@/api/connection';
import { useOnReconnect } from '@/api/use-on-reconnect';

/**
 * The source of an image that is loaded again after an outage. Browsers don't say why an image failed, such as a portal's
 * page in its place: a failure checks the server.
 */
export function useReloadedImage(url: string) {
  const [attempt, setAttempt] = useState(0);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isBroken = brokenUrl === url;
  const retry = () => {
    setAttempt(attempt + 1);
    setBrokenUrl(null);
  };
  useOnReconnect(() => {
    if (isBroken) retry();
  });
  const onError = () => {
    setBrokenUrl(url);
    void connection.check();
  };
  const retried = `${url.includes('?') ? '&' : '?'}attempt=${attempt}`;
  return { src: attempt === 0 ? url : url + retried, isBroken, retry, onError };
}
