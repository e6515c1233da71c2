import { useEffect, useState } from 'react';

import { formatDateTime, formatRelative } from '@/lib/format';

const MINUTE = 60_000;

/** "2 minutes ago", updated while shown; the full time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
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
