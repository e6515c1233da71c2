import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, CircleQuestionMark } from 'lucide-react';
import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { Button } from '@/components/button';
import { Dialog, DialogClose } from '@/components/dialog/dialog';
import { Loading, SkeletonRows } from '@/components/skeleton';

import { helpLinkClass, LINKED_ANSWERS, type LinkedAnswer } from './help-link';

const DialogAnswer = lazyWhenReachable(() => import('./guide/dialog-answer'));

type HelpButtonProps = { answer: LinkedAnswer; className?: string };

/**
 * Opens an answer above a dialog or a form, where a link would lose what is typed. In the program's window a new tab
 * would open in the browser, in which the teacher isn't signed in.
 */
export function HelpButton({ answer, className }: HelpButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const title = i18n._(LINKED_ANSWERS[answer]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={helpLinkClass(className)}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <CircleQuestionMark aria-hidden />
        {title}
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={title} size="wide">
        {/* The first control, which gets the focus: in sight, and without a tooltip, which Escape would close first. */}
        <DialogClose>
          <Button
            variant="link"
            icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" />}
            className="-ms-2"
          >
            <Trans>Back to where you were</Trans>
          </Button>
        </DialogClose>
        <Suspense
          fallback={
            <Loading label={t`Loading...`}>
              <SkeletonRows rows={4} />
            </Loading>
          }
        >
          <DialogAnswer slug={answer} />
        </Suspense>
      </Dialog>
    </>
  );
}
