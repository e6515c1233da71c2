import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { copyText } from '@/lib/copy-text';

import { Button } from './button';
import { toast } from './toast/toast-store';

const FEEDBACK_MS = 2500;

type CopyButtonProps = {
  text: string;
  /** Announced after copying, such as "Link copied." */
  copiedText: string;
  /** Shown if the browser doesn't copy: tells the user to do it. */
  failedText: string;
  /** Label of the button. */
  children?: string;
  /** Shows only the icon on phones. */
  compact?: boolean;
  className?: string;
};

/** Copies text to the clipboard. */
export function CopyButton({
  text,
  copiedText,
  failedText,
  children = t`Copy`,
  compact = false,
  className = 'min-w-27',
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, FEEDBACK_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (done) return;
    toast({
      tone: 'error',
      title: t`Error`,
      description: failedText,
    });
  };
  return (
    <>
      <Button
        icon={copied ? <Check aria-hidden className="text-approved-ink" /> : <Copy aria-hidden />}
        className={className}
        onClick={() => void copy()}
      >
        <span className={compact ? 'max-sm:sr-only' : undefined}>{copied ? t`Copied` : children}</span>
      </Button>
      <span role="status" className="sr-only">
        {copied && copiedText}
      </span>
    </>
  );
}
