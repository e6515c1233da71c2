import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';

import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { classNames } from '@/lib/class-names';

import { ConfirmDialog } from './confirm-dialog';
import { centeredOverlayClass, panelClass, useFocusReturn } from './dialog-frame';
import { ClosingContext, useConfirmedClose } from './unsaved-changes';

/** Notice shown at the top of pages and of open dialogs. */
export const NoticeContext = createContext<ReactNode>(null);

const StepTitleContext = createContext<(title: ReactNode) => void>(() => undefined);

/** Sets the dialog's title for a step. A title of elements has to be memoized. */
export function useDialogTitle(title: ReactNode) {
  const setStepTitle = use(StepTitleContext);
  useLayoutEffect(() => {
    setStepTitle(title);
    return () => {
      setStepTitle(null);
    };
  }, [setStepTitle, title]);
}

const widths = { normal: 'max-w-110', wide: 'max-w-180', full: 'max-w-275' };

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof widths;
  /** Keeps title and description for screen readers only (a photo viewer). */
  hideTitle?: boolean;
  /** Focuses the first field without selecting its text. */
  keepText?: boolean;
  /** Texts of the confirmation for closing with unsaved changes. */
  closeConfirmation?: { title: string; description: string; confirmLabel: string; cancelLabel?: string };
  children: ReactNode;
};

const unsavedChangesConfirmation = () => ({
  title: t`Close without saving?`,
  description: t`What you typed will be lost.`,
  confirmLabel: t`Close without saving`,
});

type HeadingProps = Pick<DialogProps, 'title' | 'description'> & { hidden: boolean };

function Heading({ title, description, hidden }: HeadingProps) {
  return (
    <>
      <Radix.Title className={hidden ? 'sr-only' : 'pe-10 text-title tracking-tight wrap-anywhere'}>
        {title}
      </Radix.Title>
      {description !== undefined && (
        <Radix.Description className={hidden ? 'sr-only' : 'mt-1 text-ink-2'}>
          {description}
        </Radix.Description>
      )}
    </>
  );
}

/** Modal dialog. Escape, Back and a click outside close it; the focus is restored. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'normal',
  hideTitle = false,
  keepText = false,
  closeConfirmation = unsavedChangesConfirmation(),
  children,
}: DialogProps) {
  const { requestOpenChange, confirmation, controls } = useConfirmedClose(open, onOpenChange);
  const [stepTitle, setStepTitle] = useState<ReactNode>(null);
  const focus = useFocusReturn({ keepText });
  const notice = use(NoticeContext);
  return (
    <Radix.Root open={open} onOpenChange={requestOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={centeredOverlayClass}>
          <Radix.Content
            {...focus}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={classNames(panelClass, widths[size])}
          >
            <Heading title={stepTitle ?? title} description={description} hidden={hideTitle} />
            {notice}
            <ClosingContext value={controls}>
              <StepTitleContext value={setStepTitle}>{children}</StepTitleContext>
            </ClosingContext>
            <Radix.Close asChild>
              <IconButton label={t`Close`} icon={<X aria-hidden />} className="absolute end-3 top-4" />
            </Radix.Close>
            <ConfirmDialog cancelLabel={t`Keep editing`} {...closeConfirmation} {...confirmation} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps a button that closes the dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

type DialogActionsProps = {
  cancelLabel?: ReactNode;
  /** Replaces the cancel button. */
  cancel?: ReactNode;
  /** Primary button. */
  children?: ReactNode;
};

/** The buttons at a dialog's end; on phones they are stacked, the main one on top. */
export function DialogActions({ cancelLabel = t`Cancel`, cancel, children }: DialogActionsProps) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap-reverse sm:justify-end">
      {cancel ?? (
        <DialogClose>
          <Button variant="ghost">{cancelLabel}</Button>
        </DialogClose>
      )}
      {children}
    </div>
  );
}
