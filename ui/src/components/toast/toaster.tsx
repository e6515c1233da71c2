import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Direction, Toast as Radix } from 'radix-ui';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

import { Button } from '@/components/button';
import { dialogHistory } from '@/components/dialog/dialog-history';
import { openPanels } from '@/components/dialog/open-panels';
import { IconButton } from '@/components/icon-button';
import { useStore } from '@/hooks/use-store';
import { classNames } from '@/lib/class-names';

import { dismissToast, type ShownToast, toastStore } from './toast-store';
import { useToastPlacement } from './use-toast-placement';

const MIN_DURATION_MS = 5000;
/** Time that a young reader needs for a character. */
const MS_PER_CHARACTER = 100;

/** Long enough to read the text; Radix pauses it while the pointer or the focus is on the toast. */
function durationOf({ title, description = '', detail = '' }: ShownToast): number {
  return Math.max(MIN_DURATION_MS, MS_PER_CHARACTER * `${title} ${description} ${detail}`.trim().length);
}

/** Radix would close only the toast. Escape in the toast does that; elsewhere it is for the dialog. */
function closeDialogOnEscape() {
  const panel = openPanels.get().at(-1);
  if (panel && !document.activeElement?.closest('.toast, .toasts')) dialogHistory.closeTopmost();
}

function Message({ message }: { message: ShownToast }) {
  const failed = message.tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      // Errors interrupt screen readers.
      type={failed ? 'foreground' : 'background'}
      duration={durationOf(message)}
      onEscapeKeyDown={closeDialogOnEscape}
      onOpenChange={(open) => {
        if (!open) dismissToast(message.key);
      }}
      className={classNames(
        'toast animate-rise flex items-start gap-3 rounded-control border p-4 shadow-high',
        failed ? 'border-transparent bg-danger text-on-danger' : 'border-line bg-surface text-ink',
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4.5', !failed && 'text-approved-ink')} />
      <div className="min-w-0 grow wrap-anywhere">
        <Radix.Title className="font-bold">{message.title}</Radix.Title>
        {message.description !== undefined && (
          <Radix.Description asChild>
            <div>
              {message.description}
              {message.detail !== undefined && <p className="mt-1">{message.detail}</p>}
            </div>
          </Radix.Description>
        )}
      </div>
      {message.action && (
        <Radix.Action asChild altText={message.action.altText}>
          <Button variant="link" className="-my-1.5" onClick={message.action.onPress}>
            {message.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton
          label={t`Close`}
          icon={<X aria-hidden />}
          className={classNames(
            '-m-1.5',
            failed && 'text-on-danger hover:bg-danger-hover hover:text-on-danger',
          )}
        />
      </Radix.Close>
    </Radix.Root>
  );
}

const viewportClass =
  'toasts fixed top-(--connection-banner) z-50 flex w-104 max-w-full flex-col gap-2 p-2 outline-none pointer-events-none! ' +
  'data-strip:w-full data-strip:bg-paper ' +
  // Centered at the top while a dialog is open, which makes room (dialog-frame).
  'in-[body:has([role=dialog],[role=alertdialog])]:inset-x-0 in-[body:has([role=dialog],[role=alertdialog])]:mx-auto ' +
  // Radix disables pointer events outside of dialogs.
  '*:pointer-events-auto';

/**
 * The panel of the topmost dialog once F8 was pressed in it. Radix then focuses the toasts, and a dialog keeps the focus
 * inside.
 */
function useReachedPanel(): HTMLElement | null {
  const topmost = useStore(openPanels).at(-1) ?? null;
  const [reached, setReached] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const reach = ({ code }: KeyboardEvent) => {
      if (code !== 'F8') return;
      // Before Radix handles the event.
      flushSync(() => {
        setReached(openPanels.get().at(-1) ?? null);
      });
    };
    document.addEventListener('keydown', reach, true);
    return () => {
      document.removeEventListener('keydown', reach, true);
    };
  }, []);
  return topmost === reached ? topmost : null;
}

/** Renders the toasts; use once. Radix's defaults are as specified: 50 px swipe, F8. */
export function Toaster() {
  const isMirrored = Direction.useDirection() === 'rtl';
  const message = useStore(toastStore);
  const panel = useReachedPanel();
  const list = useToastPlacement(message, panel);
  const viewport = <Radix.Viewport label={t`Notifications (F8)`} ref={list} className={viewportClass} />;
  return (
    <Radix.Provider label={t`Notification`} swipeDirection={isMirrored ? 'left' : 'right'}>
      {message && <Message key={message.key} message={message} />}
      {panel ? createPortal(viewport, panel) : viewport}
    </Radix.Provider>
  );
}
