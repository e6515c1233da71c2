const DURATION_MS = 1300;
const PIECE_COUNT = 160;
const GRAVITY = 1500;
/** Fraction of a piece's speed left after one second. */
const DRAG = 0.22;
const COLOURS = ['--color-hill-3', '--color-brand', '--color-hill-2', '--color-coin', '--color-coin-hi'];

type Piece = {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  size: number;
  angle: number;
  angularSpeed: number;
  colour: string;
};

const randomBetween = (low: number, high: number) => low + Math.random() * (high - low);

/** Pieces thrown from both lower corners towards the middle. */
function createPieces(width: number, height: number): Piece[] {
  const style = getComputedStyle(document.documentElement);
  const range = Math.min(width, 1400);
  return Array.from({ length: PIECE_COUNT }, (_, index) => {
    const fromLeft = index % 2 === 0;
    return {
      x: fromLeft ? -10 : width + 10,
      y: height * randomBetween(0.55, 0.75),
      speedX: (fromLeft ? 1 : -1) * range * randomBetween(0.25, 1.35),
      speedY: -height * randomBetween(0.7, 1.9),
      size: randomBetween(8, 14),
      angle: randomBetween(0, Math.PI * 2),
      angularSpeed: randomBetween(-9, 9),
      colour: style.getPropertyValue(COLOURS[index % COLOURS.length] ?? ''),
    };
  });
}

function move(piece: Piece, seconds: number) {
  const drag = DRAG ** seconds;
  piece.speedX *= drag;
  piece.speedY = piece.speedY * drag + GRAVITY * seconds;
  piece.x += piece.speedX * seconds;
  piece.y += piece.speedY * seconds;
  piece.angle += piece.angularSpeed * seconds;
}

function draw(pen: CanvasRenderingContext2D, piece: Piece) {
  pen.save();
  pen.translate(piece.x, piece.y);
  pen.rotate(piece.angle);
  // Scaling simulates tumbling.
  pen.scale(1, Math.cos(piece.angle * 1.7));
  pen.fillStyle = piece.colour;
  pen.fillRect(-piece.size / 2, -piece.size / 3, piece.size, piece.size / 1.5);
  pen.restore();
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = 'position:fixed;inset:0;z-index:40;pointer-events:none';
  return canvas;
}

/** Shows confetti over the page for 1.3 seconds, without capturing pointer events. */
export function throwConfetti() {
  const canvas = newCanvas();
  const pen = canvas.getContext('2d');
  if (!pen) return;
  document.body.append(canvas);
  const pieces = createPieces(canvas.width, canvas.height);
  // A timer, because hidden tabs run no animation frames.
  setTimeout(() => {
    canvas.remove();
  }, DURATION_MS);
  let before = performance.now();
  const began = before;
  requestAnimationFrame(function step(now) {
    if (!canvas.isConnected) return;
    const seconds = Math.min(0.05, Math.max(0, now - before) / 1000);
    before = now;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = Math.min(1, Math.max(0, (DURATION_MS - (now - began)) / 350));
    pieces.forEach((piece) => {
      move(piece, seconds);
      draw(pen, piece);
    });
    requestAnimationFrame(step);
  });
}
