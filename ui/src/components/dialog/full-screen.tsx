import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import { Button } from '@/components/button';

import { useFocusReturn } from './dialog-frame';
import { useCloseOnBack } from './dialog-history';

/** Requests fullscreen. Call in response to a click. */
export async function requestFullscreen() {
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Rejected or unsupported: fill the window only.
  }
}

async function exitFullscreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // Already exited.
  }
}

type FullScreenProps = {
  onLeave: () => void;
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
};

/** Full-window view for the projector. Escape and Back close it and exit fullscreen. */
export function FullScreen({ onLeave, title, subtitle, children }: FullScreenProps) {
  const focus = useFocusReturn();
  const leave = useEffectEvent(onLeave);
  useCloseOnBack(true, onLeave);
  useEffect(() => {
    // Browsers handle Escape themselves in fullscreen.
    const onFullscreenChange = () => {
      if (!document.fullscreenElement) leave();
    };
    document.addEventListener('fullscreenchange', onFullscreenChange);
    return () => {
      document.removeEventListener('fullscreenchange', onFullscreenChange);
      void exitFullscreen();
    };
  }, []);
  return (
    <Radix.Root open onOpenChange={onLeave}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-(--notice) bottom-0 z-30 flex flex-col gap-[3dvh] overflow-y-auto bg-surface px-[3vw] py-[3dvh] outline-none"
        >
          <header className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <Radix.Title className="text-title tracking-tight">{title}</Radix.Title>
              <p className="text-lead wrap-anywhere text-ink-2">{subtitle}</p>
            </div>
            <Radix.Close asChild>
              <Button icon={<X aria-hidden />}>
                <Trans comment="Button that leaves the full-screen view">Done</Trans>
                <kbd
                  aria-hidden
                  className="-me-1.5 rounded-small bg-sunken px-1.5 font-sans text-small text-ink-2 max-sm:hidden"
                >
                  <Trans comment="The Escape key">Esc</Trans>
                </kbd>
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
