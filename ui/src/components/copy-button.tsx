import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { copyText } from '@/lib/copy-text';

import { Button } from './button';
import { toast } from './toast/toast-store';

const FEEDBACK_MS = 2500;

type CopyButtonProps = {
  text: string;
  /** A noun for the text in the middle of a sentence, such as "link". */
  contentName: string;
  /** Label of the button. */
  children?: string;
  /** Shows only the icon on phones. */
  compact?: boolean;
  className?: string;
};

/** Copies text to the clipboard. */
export function CopyButton({
  text,
  contentName,
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
      description: t`Your browser didn’t copy the ${contentName}. Please select it and copy it yourself.`,
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
        {copied && `${contentName.charAt(0).toUpperCase()}${contentName.slice(1)} copied.`}
      </span>
    </>
  );
}
