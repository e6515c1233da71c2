import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';

import { Button } from '@/components/button';
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

function Message({ message }: { message: ShownToast }) {
  const failed = message.tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      // Errors interrupt screen readers.
      type={failed ? 'foreground' : 'background'}
      duration={durationOf(message)}
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
  'fixed top-(--connection-banner) z-50 flex w-104 max-w-full flex-col gap-2 p-2 outline-none pointer-events-none! ' +
  'data-strip:w-full data-strip:bg-paper ' +
  // Centered at the top while a dialog is open, which makes room (dialog-frame).
  'in-[body:has([role=dialog],[role=alertdialog])]:inset-x-0 in-[body:has([role=dialog],[role=alertdialog])]:mx-auto ' +
  // Radix disables pointer events outside of dialogs.
  '*:pointer-events-auto';

/** Renders the toasts; use once. Radix's defaults are as specified: 50 px swipe, F8. */
export function Toaster() {
  const message = useStore(toastStore);
  const list = useToastPlacement(message);
  return (
    <Radix.Provider label={t`Notification`}>
      {message && <Message key={message.key} message={message} />}
      <Radix.Viewport label={t`Notifications (F8)`} ref={list} className={viewportClass} />
    </Radix.Provider>
  );
}
