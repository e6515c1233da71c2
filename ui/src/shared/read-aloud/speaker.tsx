import { Suspense } from 'react';

import { lazyIfAvailable } from '@/api/lazy-when-reachable';
import { useStore } from '@/hooks/use-store';
import { withMessages } from '@/lib/language';
import { readAloud } from '@/lib/read-aloud';

import type { Spoken } from './spoken-text';

const SpeakerButton = lazyIfAvailable(() => withMessages('read-aloud', import('./speaker-button')));

/** Button that reads a goal, a comment, an item or the notice around it aloud. Renders nothing unless that is on. */
export function Speaker(spoken: Spoken) {
  if (!useStore(readAloud)) return null;
  return (
    <Suspense fallback={<span className="size-[48px] shrink-0 sm:order-1" />}>
      <SpeakerButton {...spoken} />
    </Suspense>
  );
}
