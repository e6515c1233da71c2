import { describe, expect, it } from 'vitest';

import { fitSize, zoomStep } from './use-photo-view';

const stage = { width: 1000, height: 500 };

describe('a photo on its stage', () => {
  it('fits whole, whichever side is the longer', () => {
    expect(fitSize({ width: 2000, height: 500 }, stage, 0)).toEqual({ width: 1000, height: 250 });
    expect(fitSize({ width: 1000, height: 2000 }, stage, 0)).toEqual({ width: 250, height: 500 });
  });

  it('fits again once it lies on its side', () => {
    expect(fitSize({ width: 1000, height: 2000 }, stage, 1)).toEqual({ width: 500, height: 1000 });
    expect(fitSize({ width: 1000, height: 2000 }, stage, -1)).toEqual({ width: 500, height: 1000 });
    expect(fitSize({ width: 1000, height: 2000 }, stage, 2)).toEqual({ width: 250, height: 500 });
  });

  it('grows when it is small, at most to double', () => {
    expect(fitSize({ width: 100, height: 100 }, stage, 0)).toEqual({ width: 200, height: 200 });
  });

  it('zooms in steps and stays within them', () => {
    expect(zoomStep(1, 1)).toBe(1.5);
    expect(zoomStep(1.5, -1)).toBe(1);
    expect(zoomStep(1, -1)).toBe(1);
    expect(zoomStep(6, 1)).toBe(6);
  });
});
