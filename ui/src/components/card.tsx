import type { ComponentProps } from 'react';

import { classNames } from '@/lib/class-names';

export function Card({
  as: Tag = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'section' | 'li' | 'article' }) {
  // The four tags have the same props, but the union of their ref types hides that from TypeScript.
  const Element = Tag as 'div';
  return (
    <Element
      {...rest}
      className={classNames('rounded-card border border-line bg-surface shadow-low', className)}
    />
  );
}
