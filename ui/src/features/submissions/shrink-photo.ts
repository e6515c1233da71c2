export const LONG_SIDE = 2048;
const QUALITY = 0.85;

export type PreparedPhoto = {
  /** What is sent. */
  image: Blob;
  /** What can be shown; null when this browser can't read the picture. */
  preview: Blob | null;
};

/** The size with the long side at most `LONG_SIDE`; small pictures stay as they are. */
export function fitWithin(width: number, height: number) {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The picture, upright by its EXIF, not unpacked yet. An element and its `load`, because the browser then unpacks it no
 * larger than it is drawn: a 48-megapixel JPEG took 90 MB and 0.5 s in Chromium; `createImageBitmap` took 203 MB and
 * 1.6 s, `decode()` 276 MB.
 */
function open(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    const fail = () => {
      reject(new Error('This browser cannot read the picture.'));
    };
    picture.onload = () => {
      // A drawing without a size of its own is no photo.
      if (picture.naturalWidth > 0) resolve(picture);
      else fail();
    };
    picture.onerror = fail;
    picture.src = address;
  });
}

function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

async function redraw(picture: HTMLImageElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(picture.naturalWidth, picture.naturalHeight));
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) return null;
  // JPEG knows no transparency: it would turn black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const small = await encode(canvas);
  // Safari keeps a canvas's memory until it is collected, and counts it.
  canvas.width = canvas.height = 0;
  return small;
}

/**
 * Makes a photo small and upright, as a JPEG without its metadata, before it goes over the school's Wi-Fi. What this
 * browser can't read (HEIC, mostly) goes as it is: the server can.
 */
export async function shrinkPhoto(file: Blob): Promise<PreparedPhoto> {
  const address = URL.createObjectURL(file);
  try {
    const picture = await open(address);
    const fits = Math.max(picture.naturalWidth, picture.naturalHeight) <= LONG_SIDE;
    const small = await redraw(picture);
    if (!small) return { image: file, preview: null };
    // Redrawing what is small already would only blur it.
    return { image: fits && file.size <= small.size ? file : small, preview: small };
  } catch {
    return { image: file, preview: null };
  } finally {
    URL.revokeObjectURL(address);
  }
}
