import { UnturnedCoin } from '@/components/illustrations/coin';

type Point = readonly [x: number, y: number];
type Curve = readonly [Point, Point, Point, Point];

/** The way up, as cubic curves. */
const WAY: readonly Curve[] = [
  [
    [36, 268],
    [130, 264],
    [150, 226],
    [240, 230],
  ],
  [
    [240, 230],
    [330, 234],
    [350, 238],
    [420, 192],
  ],
  [
    [420, 192],
    [470, 160],
    [520, 178],
    [556, 144],
  ],
  [
    [556, 144],
    [584, 118],
    [604, 112],
    [636, 98],
  ],
];
const WAY_PATH = `M${WAY[0]?.[0].join(' ')}${WAY.map(([, ...points]) => `C${points.join(' ')}`).join('')}`;
const STEPS_OF_CURVE = 24;
const COIN_SCALE = 64 / 24;

function pointOn([a, b, c, d]: Curve, t: number): Point {
  const at = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] +
    3 * (1 - t) ** 2 * t * b[axis] +
    3 * (1 - t) * t ** 2 * c[axis] +
    t ** 3 * d[axis];
  return [at(0), at(1)];
}

const POINTS = WAY.flatMap((curve) =>
  Array.from({ length: STEPS_OF_CURVE + 1 }, (_, step) => pointOn(curve, step / STEPS_OF_CURVE)),
);

/** The point at this part of the way's length. */
function pointAt(part: number): Point {
  const lengths = POINTS.map((point, index) => {
    const [x, y] = POINTS[index - 1] ?? point;
    return Math.hypot(point[0] - x, point[1] - y);
  });
  let left = part * lengths.reduce((sum, length) => sum + length, 0);
  const index = lengths.findIndex((length) => (left -= length) <= 0);
  return POINTS[index < 0 ? POINTS.length - 1 : index] ?? [0, 0];
}

type HillProps = {
  given: number;
  goalbucks: number;
  /** Fills its place, and is cut where the way begins if that is narrow. */
  fills?: boolean;
};

/** A coin on its way to the flag: as far as the gifts have come. The numbers stand beside it. */
export function ClassGoalHill({ given, goalbucks, fills = false }: HillProps) {
  const part = Math.min(1, given / goalbucks);
  const [x, y] = pointAt(part);
  return (
    <svg
      viewBox="0 0 720 290"
      preserveAspectRatio={fills ? 'xMaxYMax slice' : 'xMidYMax meet'}
      aria-hidden="true"
      className="mirror-rtl block size-full"
    >
      <path
        d="M0 246C110 242 170 192 280 188S450 146 520 114S600 92 650 94S700 104 720 108V290H0z"
        fill="var(--color-hill-1)"
      />
      <path
        d="M0 276C150 252 260 268 380 262S580 222 720 236V290H0z"
        fill="var(--color-hill-2)"
        opacity=".6"
      />
      <g stroke="var(--color-flag)" strokeLinecap="round" strokeLinejoin="round">
        <path d="M636 98V30" strokeWidth="4" />
        <path d="M638 32l42 15-42 16z" fill="var(--color-flag)" strokeWidth="2" />
      </g>
      <g fill="none" strokeLinecap="round">
        <path d={WAY_PATH} stroke="var(--color-hill-3)" strokeWidth="5" strokeDasharray="1 13" />
        <path
          d={WAY_PATH}
          stroke="var(--color-flag)"
          strokeWidth="6"
          pathLength="1"
          strokeDasharray={`${part} 2`}
        />
      </g>
      <g transform={`translate(${x - 32} ${y - 32}) scale(${COIN_SCALE})`}>
        <UnturnedCoin />
      </g>
    </svg>
  );
}
