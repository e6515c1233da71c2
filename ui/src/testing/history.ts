import { act } from '@testing-library/react';

import { turns } from './turns';

/** Waits for the browser's history, which moves in later tasks, and for the moves that follow from that. */
export const historySettled = () => act(() => turns(20));
