/** The guide in one language, made by ui/guide.ts. */
declare module 'virtual:guide-*' {
  import type { Guide } from '@/features/help/guide-types';

  export const guide: Guide;
}
