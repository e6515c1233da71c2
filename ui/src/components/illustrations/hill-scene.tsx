import { classNames } from '@/lib/class-names';

import { UnturnedCoin } from './coin';

function Flag({ d: [pole, cloth] }: { d: [pole: string, cloth: string] }) {
  return (
    <g stroke="var(--color-flag)" strokeLinecap="round" strokeLinejoin="round">
      <path d={pole} strokeWidth="3.5" />
      <path d={cloth} fill="var(--color-flag)" strokeWidth="2" />
    </g>
  );
}

/**
 * The hills of the login screen: a path of dots that leads to a flag and a coin. The drawing is far wider than any
 * screen and is cut at its sides only: its height sets the scale, so that summit and flag are always in sight.
 */
export function HillScene() {
  return (
    <svg
      className="mirror-rtl block h-[26vh] w-full min-[481px]:h-[min(34vh,max(280px,24vw))]"
      viewBox="-1360 0 4000 280"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <g transform="translate(652 30) scale(2.833)">
        <UnturnedCoin />
      </g>
      <path
        d="M-1360 172C-1220 120-1080 118-940 156S-700 214-560 178S-330 108-220 150S-60 220 0 196C140 140 280 130 400 164S560 210 650 140S780 66 870 106S1060 196 1280 140C1400 109 1500 116 1600 150S1800 206 1940 166S2180 104 2320 142S2540 190 2640 160V280H-1360z"
        fill="var(--color-hill-1)"
      />
      <g data-testid="summit-flag">
        <Flag d={['M772 92V26', 'M774 27l38 13.7-38 14.4z']} />
      </g>
      <Flag d={['M244 148V112', 'M246 113l20 7.2-20 7.6z']} />
      <Flag d={['M1196 158V122', 'M1198 123l20 7.2-20 7.6z']} />
      <path
        d="M-1360 214C-1240 160-1100 158-980 196S-720 240-600 196S-380 140-260 184S-60 264 0 232C120 168 250 172 370 212S610 238 710 188S930 120 1030 160S1190 196 1280 168C1380 137 1480 146 1590 190S1840 236 1960 190S2200 142 2330 184S2560 222 2640 194V280H-1360z"
        fill="var(--color-hill-2)"
      />
      <g fill="none" strokeWidth="5" strokeLinecap="round" strokeDasharray="1 13">
        <path d="M772 100C776 120 742 122 736 140S768 164 742 184" stroke="var(--color-flag)" />
        <path
          d="M-1360 244C-1230 196-1100 204-980 234S-740 262-620 226S-400 186-270 226S-60 288 0 262C170 188 300 208 420 238S660 260 780 222S1030 178 1280 228C1400 252 1500 258 1620 222S1880 188 2020 228S2260 260 2380 224S2560 200 2640 218V280H-1360z"
          fill="var(--color-hill-3)"
          stroke="none"
        />
        <path
          d="M738 190C700 214 610 210 606 232S660 250 624 262S520 266 490 280"
          stroke="var(--color-path)"
        />
      </g>
      <path
        d="M-1360 262C-1160 244-960 282-760 274S-240 268 0 258C140 252 300 262 470 280H-1360zM820 280C1000 268 1100 272 1280 244C1440 226 1620 268 1820 272S2300 246 2640 258V280z"
        fill="var(--color-hill-4)"
      />
    </svg>
  );
}

/** The hills behind the next goal. On narrow screens path, flag and coin are faded for legibility. */
export function HeroScene({ className }: { className?: string }) {
  return (
    <svg
      className={classNames('mirror-rtl', className)}
      viewBox="0 0 680 292"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <g transform="translate(554 38) scale(3)" className="max-sm:hidden">
        <UnturnedCoin />
      </g>
      <path d="M250 292C330 250 400 176 470 150s96 20 210-34V292z" fill="var(--color-hero-2)" />
      <path d="M360 292c60-66 116-96 168-98s84 30 152 6v92z" fill="var(--color-hero-3)" />
      <path d="M150 292c120-44 230-58 330-40 80 14 140 8 200-14v54z" fill="var(--color-hero-4)" />
      <g className="max-sm:hidden" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M404 270c40-14 104-4 108-26s-60-16-48-36 48-14 62-16"
          fill="none"
          stroke="var(--color-path)"
          strokeOpacity=".85"
          strokeWidth="4"
          strokeDasharray="1 11"
        />
        <path d="M530 194V140" stroke="#fff" strokeWidth="3.5" />
        <path d="M532 141l32 11.5-32 12.2z" fill="#fff" stroke="#fff" strokeWidth="2" />
      </g>
    </svg>
  );
}
