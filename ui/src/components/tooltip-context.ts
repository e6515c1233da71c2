import { createContext, type ReactNode } from 'react';

export type WithTooltip = (text: string, target: ReactNode) => ReactNode;

/** Gives an element a tooltip; null means the browser's own. A portal that wants ours provides it (see tooltip.tsx). */
export const TooltipContext = createContext<WithTooltip | null>(null);
