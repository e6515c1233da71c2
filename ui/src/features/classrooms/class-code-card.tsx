import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { copyText } from '@/components/copy-text';
import { toast } from '@/components/toast-store';

const SHOWN_MS = 2500;

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, SHOWN_MS);
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
      title: 'Error',
      description: 'Your browser didn’t copy the class code. Please select it and copy it yourself.',
    });
  };
  return (
    <>
      <Button
        icon={copied ? <Check aria-hidden className="text-approved-ink" /> : <Copy aria-hidden />}
        className="min-w-27"
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {copied && 'Class code copied.'}
      </span>
    </>
  );
}

type ClassCodeCardProps = {
  code: string;
  /** Stands at the end; on phones in the corner, as the code and its button fill the line. */
  menu?: ReactNode;
};

/** The class code, large enough to be read from the back of the room. */
export function ClassCodeCard({ code, menu }: ClassCodeCardProps) {
  return (
    <Card
      as="section"
      aria-label="Class code"
      className="relative mb-4 flex flex-wrap items-center gap-x-5 px-5 py-2 max-sm:gap-x-3 max-sm:py-2"
    >
      <span className="text-small text-ink-2 max-sm:w-full max-sm:py-2 sm:w-9">Class code</span>
      <span className="text-display font-bold tracking-code">{code}</span>
      <CopyButton text={code} />
      <p className="ms-auto text-small text-ink-2 max-xl:hidden">
        Students sign in with their username,
        <br />
        their password and this code.
      </p>
      <div className="max-xl:ms-auto max-sm:absolute max-sm:end-3 max-sm:top-2">{menu}</div>
    </Card>
  );
}
