import { act } from '@testing-library/react';

import { turns } from './turns';

/** Waits until the browser's history, which moves in tasks of its own, has moved, with the moves that this starts. */
export const historySettled = () => act(() => turns(20));
