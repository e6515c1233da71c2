export const LONG_SIDE = 2048;
const QUALITY = 0.85;

export type PreparedPhoto = {
  /** What is sent. */
  image: Blob;
  /** What can be shown; null when this browser can't read the picture. */
  preview: Blob | null;
};

/** The size with the long side at most `limit`; small pictures stay as they are. */
export function fitWithin(width: number, height: number, limit = LONG_SIDE) {
  const scale = Math.min(1, limit / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

async function redraw(picture: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  try {
    Object.assign(canvas, fitWithin(picture.width, picture.height));
    const pen = canvas.getContext('2d', { alpha: false });
    if (!pen) return null;
    // JPEG knows no transparency: it would turn black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // A 48-megapixel photo is 190 MB unpacked: gone before the small one is encoded.
    picture.close();
    return await encode(canvas);
  } finally {
    picture.close();
    // Safari keeps a canvas's memory until it is collected, and counts it.
    canvas.width = canvas.height = 0;
  }
}

/**
 * Makes a photo small and upright, as a JPEG without its metadata, before it goes over the school's Wi-Fi. What this
 * browser can't read (HEIC, mostly) goes as it is: the server can.
 */
export async function shrinkPhoto(file: Blob): Promise<PreparedPhoto> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const fits = Math.max(picture.width, picture.height) <= LONG_SIDE;
    const small = await redraw(picture);
    if (!small) return { image: file, preview: null };
    // Redrawing what is small already would only blur it.
    return { image: fits && file.size <= small.size ? file : small, preview: small };
  } catch {
    return { image: file, preview: null };
  }
}
