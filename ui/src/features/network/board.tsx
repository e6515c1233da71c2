import { Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Network } from '@/api/types';
import { FullScreen } from '@/components/full-screen';

import { link } from './addresses';
import { Arrivals } from './arrivals';
import { JoinCode } from './join-code';
import { JoinSteps } from './join-steps';

type BoardProps = {
  network: Network & { url: string };
  classCode: string | null;
  classSize: number | undefined;
  nobodyYet: boolean;
  /** Whose class it is. */
  owner: ReactNode;
  onLeave: () => void;
};

/** What the projector shows: to be read and scanned from the back of the room. */
export function Board({ network, classCode, classSize, nobodyYet, owner, onLeave }: BoardProps) {
  return (
    <FullScreen title="Connect students" subtitle={owner} onLeave={onLeave}>
      <div className="grid grow items-center gap-x-[3vw] gap-y-6 lg:grid-cols-[min(68dvh,42vw)_minmax(0,1fr)]">
        <div className="w-full max-lg:mx-auto max-lg:max-w-[min(100%,50dvh)]">
          <JoinCode link={link(network, classCode) ?? network.url} />
        </div>
        <JoinSteps huge network={network} classCode={classCode} />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3 lg:flex-nowrap">
        <Arrivals huge network={network} classSize={classSize} />
        <p className="flex items-center gap-2.5 lg:shrink-0 text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3] text-ink-2">
          <Wifi aria-hidden className="size-5.5" />
          {nobodyYet ? 'Nobody yet? Press Esc for what to try' : 'Use the same Wi-Fi as this computer'}
        </p>
      </footer>
    </FullScreen>
  );
}
