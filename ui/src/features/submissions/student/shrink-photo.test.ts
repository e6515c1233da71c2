import { beforeEach, describe, expect, it, vi } from 'vitest';

import { fitWithin, MAX_SIDE, shrinkPhoto } from './shrink-photo';

/** Stands in for the browser's decoder; without a size it can't read the picture. */
function browserReads(size?: { width: number; height: number }) {
  class FakeImage {
    naturalWidth = size?.width ?? 0;
    naturalHeight = size?.height ?? 0;
    onload = () => undefined;
    onerror = () => undefined;
    set src(_address: string) {
      queueMicrotask(() => {
        if (size) this.onload();
        else this.onerror();
      });
    }
  }
  vi.stubGlobal('Image', FakeImage);
}

const small = new Blob(['x'.repeat(100)], { type: 'image/jpeg' });
const drawn: { width: number; height: number }[] = [];

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: vi.fn() }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () =>
      ({
        fillRect: () => undefined,
        drawImage: (_picture: unknown, _x: number, _y: number, width: number, height: number) => {
          drawn.push({ width, height });
        },
      }) as unknown as RenderingContext,
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    done(small);
  });
});

describe('a photo is resized', () => {
  it.each([
    ['landscape', 8064, 6048, { width: 2048, height: 1536 }],
    ['portrait', 3024, 4032, { width: 1536, height: 2048 }],
    ['small ones keep their size', 640, 480, { width: 640, height: 480 }],
    ['a strip keeps at least one pixel', 40_000, 3, { width: 2048, height: 1 }],
  ])('with the long side at most 2048: %s', (_name, width, height, expected) => {
    expect(MAX_SIDE).toBe(2048);
    expect(fitWithin(width, height)).toEqual(expected);
  });

  it('and redrawn, which removes its metadata', async () => {
    browserReads({ width: 8064, height: 6048 });
    const original = new Blob(['x'.repeat(4_000)]);
    expect(await shrinkPhoto(original)).toEqual({ image: small, preview: small });
    expect(drawn).toEqual([{ width: 2048, height: 1536 }]);
  });

  it('unless it is already small', async () => {
    browserReads({ width: 640, height: 480 });
    const original = new Blob(['x'.repeat(99)]);
    expect((await shrinkPhoto(original)).image).toBe(original);
  });
});

describe("a photo that the browser can't decode", () => {
  // spec: 7.6
  it('is sent unchanged, without a preview', async () => {
    browserReads(undefined);
    const original = new Blob(['heic']);
    expect(await shrinkPhoto(original)).toEqual({ image: original, preview: null });
  });

  it("that can't be drawn is sent unchanged too", async () => {
    browserReads({ width: 8064, height: 6048 });
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
      done(null);
    });
    const original = new Blob(['jpeg']);
    expect(await shrinkPhoto(original)).toEqual({ image: original, preview: null });
  });
});
