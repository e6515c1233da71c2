import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { useLeaveWarning } from './use-leave-warning';

/** Whether the browser would ask before it leaves. */
function asks(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('leaving the page', () => {
  it('is asked about as long as something is unsaved', () => {
    const { rerender, unmount } = renderHook(useLeaveWarning, { initialProps: false });
    expect(asks()).toBe(false);
    rerender(true);
    expect(asks()).toBe(true);
    rerender(false);
    expect(asks()).toBe(false);
    rerender(true);
    unmount();
    expect(asks()).toBe(false);
  });
});
