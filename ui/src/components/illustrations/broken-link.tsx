import { Art } from './art';

/** A laptop and a phone without a connection. */
export function BrokenLinkArt() {
  return (
    <Art>
      <rect x="20" y="30" width="56" height="40" rx="6" />
      <path d="M12 78h72l-4 10H16z" fill="var(--color-brand-soft-2)" />
      <rect x="108" y="34" width="34" height="54" rx="7" />
      <path d="M84 56h4M96 56h12M87 46l10 20M97 46l-10 20" fill="none" stroke="var(--color-denied-ink)" />
    </Art>
  );
}
