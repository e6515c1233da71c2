import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';

type ClassCodeCardProps = {
  code: string;
  /** Leads to where the class sees the code. */
  connect?: ReactNode;
  /** Stands at the end; on phones in the corner, as the code and its button fill the line. */
  menu?: ReactNode;
};

/** The class code, large enough to be read from the back of the room. */
export function ClassCodeCard({ code, connect, menu }: ClassCodeCardProps) {
  return (
    <Card
      as="section"
      aria-label="Class code"
      className="relative mb-4 flex flex-wrap items-center gap-x-5 px-5 py-2 max-sm:gap-x-3 max-sm:py-2"
    >
      <span className="text-small text-ink-2 max-sm:w-full max-sm:py-2 sm:w-9">Class code</span>
      <span className="text-display font-bold tracking-code">{code}</span>
      <span className="flex flex-wrap items-center gap-x-2 max-sm:contents">
        <CopyButton text={code} what="class code" />
        {connect}
      </span>
      <p className="ms-auto text-small text-ink-2 max-xl:hidden">
        Students sign in with their username,
        <br />
        their password and this code.
      </p>
      <div className="max-xl:ms-auto max-sm:absolute max-sm:end-3 max-sm:top-2">{menu}</div>
    </Card>
  );
}
