/**
 * Copies text to the clipboard and returns whether that worked. `navigator.clipboard` needs HTTPS; over plain HTTP the
 * deprecated `execCommand` is the fallback.
 */
export async function copyText(text: string): Promise<boolean> {
  // Undefined on insecure origins.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Rejected: try the fallback.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const opener = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  // Inside an open dialog, which traps the focus.
  (opener?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way on http://192.168...
  const copied = document.execCommand('copy');
  area.remove();
  if (opener instanceof HTMLElement) opener.focus();
  return copied;
}
