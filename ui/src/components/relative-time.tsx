import { useEffect, useState } from 'react';

import { formatDateTime, formatRelative } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

const MINUTE = 60_000;

/** "2 minutes ago", updated while shown; the full time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverClock.now());
    }, MINUTE / 2);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(iso, now)}
    </time>
  );
}
