import type { ComponentProps } from 'react';

import { Notice } from '@/components/notice';

import { Speaker } from './speaker';

/** A notice for students, which can be read aloud. */
export function SpokenNotice(props: ComponentProps<typeof Notice>) {
  return <Notice {...props} aside={<Speaker />} />;
}
