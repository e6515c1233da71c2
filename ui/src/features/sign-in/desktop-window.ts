/** What the window's process offers to the pages in it; a browser has none of it. */
type DesktopWindow = { begin_google_sign_in?: () => Promise<HandoffStart> };

/** Begun by the window's process, which alone knows the verifier. */
export type HandoffStart = {
  handoff: string;
  verifier: string;
  /** Where the teacher signs in, in the system's browser. */
  address: string;
  /** Whether that browser came up. */
  opened: boolean;
};

function desktopWindow(): DesktopWindow | undefined {
  return (window as Window & { pywebview?: { api?: DesktopWindow } }).pywebview?.api;
}

/** Google lets nobody sign in inside a program's window: there the system's browser does it. */
export function isInDesktopWindow(): boolean {
  return desktopWindow()?.begin_google_sign_in !== undefined;
}

export async function beginGoogleSignIn(): Promise<HandoffStart> {
  const begin = desktopWindow()?.begin_google_sign_in;
  if (!begin) throw new Error('Only the desktop window begins a hand-off.');
  return begin();
}
