import { createContext, type ReactNode } from 'react';

export type WithTooltip = (text: string, target: ReactNode) => ReactNode;

/** Renders a tooltip around an element; null uses the native title (see tooltip.tsx). */
export const TooltipContext = createContext<WithTooltip | null>(null);
