import { type ReactNode, type RefObject, useId } from 'react';

import { classNames } from '@/lib/class-names';

import { Card } from './card';

type SectionProps = {
  title: string;
  description: ReactNode;
  /** Removes the padding, for lists. */
  flush?: boolean;
  /** Ref of the heading, for moving the focus there when the focused control disappears. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** Page section: description on the left, controls on the right. */
export function Section({ title, description, flush = false, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-6 grid gap-3 lg:grid-cols-[13.75rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[16.25rem_minmax(0,1fr)]"
    >
      <div className="lg:pt-4">
        <h2 ref={headingRef} id={id} tabIndex={headingRef && -1} className="rounded-small">
          {title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{description}</p>
      </div>
      <Card className={classNames('min-w-0', !flush && 'p-5')}>{children}</Card>
    </section>
  );
}
