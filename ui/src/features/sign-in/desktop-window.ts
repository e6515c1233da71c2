/** API that the desktop window exposes to its pages; absent in a browser. */
type DesktopWindow = { begin_google_sign_in?: () => Promise<HandoffStart> };

/** A hand-off started by the desktop window, which keeps the verifier. */
export type HandoffStart = {
  handoff: string;
  verifier: string;
  /** Address to open in the system's browser. */
  address: string;
  /** Whether the browser was opened. */
  opened: boolean;
};

function desktopWindow(): DesktopWindow | undefined {
  return (window as Window & { pywebview?: { api?: DesktopWindow } }).pywebview?.api;
}

/** Google blocks sign-in in embedded windows, so the system's browser is used there. */
export function isInDesktopWindow(): boolean {
  return desktopWindow()?.begin_google_sign_in !== undefined;
}

export async function beginGoogleSignIn(): Promise<HandoffStart> {
  const begin = desktopWindow()?.begin_google_sign_in;
  if (!begin) throw new Error('Only the desktop window begins a hand-off.');
  return begin();
}
