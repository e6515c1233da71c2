import { expect, it, vi } from 'vitest';

import { createStore } from './create-store';

it('notifies its subscribers of a change, and of nothing else', () => {
  const store = createStore('first');
  const onChange = vi.fn();
  const unsubscribe = store.subscribe(onChange);
  store.set('first');
  expect(onChange).not.toHaveBeenCalled();
  store.set('second');
  expect(store.get()).toBe('second');
  expect(onChange).toHaveBeenCalledOnce();
  unsubscribe();
  store.set('third');
  expect(onChange).toHaveBeenCalledOnce();
});
