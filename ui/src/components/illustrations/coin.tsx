/** Coin shapes in a 24 by 24 box. */
function CoinShape() {
  return (
    <>
      <circle cx="12" cy="12" r="11.5" fill="var(--color-coin-edge)" />
      <circle cx="12" cy="11.4" r="10.6" fill="var(--color-coin)" />
      <circle cx="12" cy="11.4" r="8" fill="var(--color-coin-hi)" />
      <path d="M9.6 16.6V6.4" stroke="var(--color-coin-ink)" strokeWidth="1.9" strokeLinecap="round" />
      <path
        d="M10.4 6.6l5.9 2.6-5.9 2.7z"
        fill="var(--color-coin-ink)"
        stroke="var(--color-coin-ink)"
        strokeWidth="1"
        strokeLinejoin="round"
      />
    </>
  );
}

/** The coin in a drawing with `mirror-rtl`: its sign looks like a letter and isn't mirrored. */
export function UnturnedCoin() {
  return (
    <g className="mirror-rtl" style={{ transformOrigin: '12px 12px' }}>
      <CoinShape />
    </g>
  );
}

export function Coin({ className = 'size-[1.15em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <CoinShape />
    </svg>
  );
}
