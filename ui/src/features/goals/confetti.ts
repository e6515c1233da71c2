const LASTS_MS = 1300;
const PIECES = 160;
const GRAVITY = 1500;
/** What is left of a piece's speed after a second in the air. */
const AIR = 0.22;
const COLOURS = ['--color-hill-3', '--color-brand', '--color-hill-2', '--color-coin', '--color-coin-hi'];

type Piece = {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  size: number;
  turn: number;
  turning: number;
  colour: string;
};

const between = (low: number, high: number) => low + Math.random() * (high - low);

/** Two handfuls of paper, thrown from the lower corners towards the middle. */
function handfuls(width: number, height: number): Piece[] {
  const style = getComputedStyle(document.documentElement);
  const reach = Math.min(width, 1400);
  return Array.from({ length: PIECES }, (_, index) => {
    const fromLeft = index % 2 === 0;
    return {
      x: fromLeft ? -10 : width + 10,
      y: height * between(0.55, 0.75),
      speedX: (fromLeft ? 1 : -1) * reach * between(0.25, 1.35),
      speedY: -height * between(0.7, 1.9),
      size: between(8, 14),
      turn: between(0, Math.PI * 2),
      turning: between(-9, 9),
      colour: style.getPropertyValue(COLOURS[index % COLOURS.length] ?? ''),
    };
  });
}

function move(piece: Piece, seconds: number) {
  const drag = AIR ** seconds;
  piece.speedX *= drag;
  piece.speedY = piece.speedY * drag + GRAVITY * seconds;
  piece.x += piece.speedX * seconds;
  piece.y += piece.speedY * seconds;
  piece.turn += piece.turning * seconds;
}

function draw(pen: CanvasRenderingContext2D, piece: Piece) {
  pen.save();
  pen.translate(piece.x, piece.y);
  pen.rotate(piece.turn);
  // Paper that tumbles shows its narrow side now and then.
  pen.scale(1, Math.cos(piece.turn * 1.7));
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

/** Throws confetti over the page for 1.3 seconds; nothing of it can be touched or stays. */
export function throwConfetti() {
  const canvas = newCanvas();
  const pen = canvas.getContext('2d');
  if (!pen) return;
  document.body.append(canvas);
  const pieces = handfuls(canvas.width, canvas.height);
  // A hidden tab draws no frames, but the paper goes all the same.
  setTimeout(() => {
    canvas.remove();
  }, LASTS_MS);
  let before = performance.now();
  const began = before;
  requestAnimationFrame(function step(now) {
    if (!canvas.isConnected) return;
    const seconds = Math.min(0.05, Math.max(0, now - before) / 1000);
    before = now;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = Math.min(1, Math.max(0, (LASTS_MS - (now - began)) / 350));
    pieces.forEach((piece) => {
      move(piece, seconds);
      draw(pen, piece);
    });
    requestAnimationFrame(step);
  });
}
