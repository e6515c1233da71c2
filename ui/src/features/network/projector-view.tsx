import { t } from '@lingui/core/macro';
import { Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

import { FullScreen } from '@/components/dialog/full-screen';

import { JoinCode } from './join-code';
import { JoinSteps, type OtherWays } from './join-steps';

type ProjectorViewProps = {
  /** URL of the QR code. */
  joinUrl: string;
  /** URL of the server. */
  url: string;
  otherWays: OtherWays;
  classCode: string | null;
  /** Teacher and class. */
  owner: ReactNode;
  /** Status and hints. */
  footer?: ReactNode;
  onLeave: () => void;
};

/** Full-screen join instructions for the projector. */
export function ProjectorView({ joinUrl, owner, footer, onLeave, ...steps }: ProjectorViewProps) {
  return (
    <FullScreen title={t`Connect students`} subtitle={owner} onLeave={onLeave}>
      <div className="grid grow grid-cols-1 items-center gap-x-[3vw] gap-y-6 lg:grid-cols-[min(66dvh,41vw,calc(100dvh-20rem))_minmax(0,1fr)]">
        <div className="w-full max-lg:mx-auto max-lg:max-w-[min(100%,50dvh)]">
          <JoinCode url={joinUrl} />
        </div>
        <JoinSteps large {...steps} />
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-[1.5dvh]">
          {footer}
        </footer>
      )}
    </FullScreen>
  );
}

/** Hint below the join instructions. */
export function ProjectorNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 lg:shrink-0 text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3] text-ink-2">
      <Wifi aria-hidden className="size-5.5" />
      {children}
    </p>
  );
}
