import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';

import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { classNames } from '@/lib/class-names';

import { ConfirmDialog } from './confirm-dialog';
import { framedScrimClass, panelClass, useFocusReturn } from './dialog-frame';
import { useCloseOnBack } from './use-close-on-back';

type Inside = {
  setDirty: (dirty: boolean) => void;
  setBusy: (busy: boolean) => void;
  setStepTitle: (title: ReactNode) => void;
};
/** What every page says on top, and an open dialog in its place, as it hides the page. */
export const NoticeContext = createContext<ReactNode>(null);

const InsideContext = createContext<Inside | null>(null);

type Guard = { dirty: boolean; busy?: boolean };

/** Called by a form inside a dialog: with something typed the dialog asks before it closes; while busy it stays. */
export function useDialogGuard({ dirty, busy = false }: Guard) {
  const inside = use(InsideContext);
  useEffect(() => {
    inside?.setDirty(dirty);
    inside?.setBusy(busy);
    return () => {
      inside?.setDirty(false);
      inside?.setBusy(false);
    };
  }, [inside, dirty, busy]);
}

/** Called by a step inside a dialog, which has a title of its own; one of elements stays the same from render to render. */
export function useStepTitle(title: ReactNode) {
  const inside = use(InsideContext);
  useLayoutEffect(() => {
    inside?.setStepTitle(title);
    return () => {
      inside?.setStepTitle(null);
    };
  }, [inside, title]);
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
  /** The first field gets the focus, but its text isn't selected: one key would replace it. */
  keepText?: boolean;
  /** What it asks before it closes with something in it; without it, about saving and typing. */
  question?: { title: string; description: string; confirmLabel: string; cancelLabel?: string };
  children: ReactNode;
};

const aboutSaving = {
  title: 'Close without saving?',
  description: 'What you typed will be lost.',
  confirmLabel: 'Close without saving',
};

/** What the form inside has told, and how to close by it: asking first, at once, or not at all. */
function useClosing(open: boolean, onOpenChange: (open: boolean) => void) {
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const setters = useMemo(() => ({ setDirty, setBusy }), []);
  const change = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (dirty && !busy) setAsking(true);
    else if (!busy) onOpenChange(false);
  };
  useCloseOnBack(open, () => {
    change(false);
  });
  return { change, asking, setAsking, setters };
}

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

/** The first field has the focus, Escape, Back and a press outside close, and the focus returns where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'normal',
  hideTitle = false,
  keepText = false,
  question = aboutSaving,
  children,
}: DialogProps) {
  const { change, asking, setAsking, setters } = useClosing(open, onOpenChange);
  const [stepTitle, setStepTitle] = useState<ReactNode>(null);
  const inside = useMemo(() => ({ ...setters, setStepTitle }), [setters]);
  const focus = useFocusReturn({ keepText });
  const notice = use(NoticeContext);
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={framedScrimClass}>
          <Radix.Content
            {...focus}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={classNames(panelClass, widths[size])}
          >
            <Heading title={stepTitle ?? title} description={description} hidden={hideTitle} />
            {notice}
            <InsideContext value={inside}>{children}</InsideContext>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X aria-hidden />} className="absolute end-3 top-4" />
            </Radix.Close>
            <ConfirmDialog
              open={asking}
              onOpenChange={setAsking}
              cancelLabel="Keep editing"
              {...question}
              onConfirm={() => {
                setAsking(false);
                onOpenChange(false);
              }}
            />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A button that closes the dialog, asking first like any other way of closing it. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

type DialogActionsProps = {
  cancelLabel?: ReactNode;
  /** Replaces the cancel button. */
  cancel?: ReactNode;
  /** The main button. */
  children?: ReactNode;
};

/** The buttons at a dialog's end; on phones they are stacked, the main one on top. */
export function DialogActions({ cancelLabel = 'Cancel', cancel, children }: DialogActionsProps) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
      {cancel ?? (
        <DialogClose>
          <Button variant="ghost">{cancelLabel}</Button>
        </DialogClose>
      )}
      {children}
    </div>
  );
}
