import { t } from '@lingui/core/macro';
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

import { Button } from '@/components/button';
import { classNames } from '@/lib/class-names';

import { centeredOverlayClass, panelClass, useFocusReturn } from './dialog-frame';
import { useCloseOnBack } from './dialog-history';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  pendingLabel?: ReactNode;
  cancelLabel?: ReactNode;
  /** "primary" if nothing is lost. */
  tone?: 'danger' | 'primary';
  /** The dialog stays open until the caller closes it. */
  onConfirm: () => void;
  pending?: boolean;
  disabled?: boolean;
  /** Additional fields. */
  children?: ReactNode;
  /** Element to focus initially instead of Cancel. */
  initialFocus?: RefObject<HTMLElement | null>;
};

function ConfirmActions(props: ConfirmDialogProps) {
  const {
    cancelLabel,
    confirmLabel,
    tone = 'danger',
    pending = false,
    pendingLabel,
    disabled = false,
  } = props;
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap-reverse sm:justify-end">
      <Radix.Cancel asChild>
        <Button variant="ghost">{cancelLabel ?? t`Cancel`}</Button>
      </Radix.Cancel>
      <Button variant={tone} type="submit" pending={pending} pendingLabel={pendingLabel} disabled={disabled}>
        {confirmLabel}
      </Button>
    </div>
  );
}

/** Confirmation dialog; a click outside doesn't close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, children, pending = false, disabled = false } = props;
  const focus = useFocusReturn();
  const requestOpenChange = (next: boolean) => {
    if (!pending) onOpenChange(next);
  };
  useCloseOnBack(open, () => {
    requestOpenChange(false);
  });
  return (
    <Radix.Root open={open} onOpenChange={requestOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={centeredOverlayClass}>
          <Radix.Content
            {...focus}
            onOpenAutoFocus={(event) => {
              focus.onOpenAutoFocus(event);
              if (!props.initialFocus?.current) return;
              event.preventDefault();
              props.initialFocus.current.focus();
            }}
            className={classNames(panelClass, 'max-w-110')}
          >
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (!pending && !disabled) props.onConfirm();
              }}
            >
              <Radix.Title className="text-title tracking-tight">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className="mt-2 text-ink-2">{description}</div>
              </Radix.Description>
              {children}
              <ConfirmActions {...props} />
            </form>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
