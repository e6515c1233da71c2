import type { Inline } from './guide-types';

export function plainText(inline: Inline[]): string {
  return inline
    .map((part) => (typeof part === 'string' ? part : 'name' in part ? part.name : part.text))
    .join('');
}
