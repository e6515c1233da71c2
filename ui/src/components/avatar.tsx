import { classNames } from '@/lib/class-names';

/** First letters of the first and the last word, whole characters in any script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

export function Avatar({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-control bg-brand-soft text-small font-bold text-brand-ink',
        small ? 'size-7' : 'size-9',
      )}
    >
      {initials(name)}
    </span>
  );
}
