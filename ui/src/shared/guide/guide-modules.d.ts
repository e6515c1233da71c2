/** The guide in one language, made by ui/guide.ts. */
declare module 'virtual:guide-*' {
  import type { Guide } from '@/shared/guide/guide-types';

  export const guide: Guide;
}
