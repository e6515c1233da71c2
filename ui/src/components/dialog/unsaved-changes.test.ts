import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { useUnsavedChanges } from './unsaved-changes';

/** Whether the browser would ask before it leaves the page. */
function asks(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('closing the page', () => {
  it('asks for confirmation while there are unsaved changes', () => {
    const { rerender, unmount } = renderHook(useUnsavedChanges, { initialProps: false });
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
