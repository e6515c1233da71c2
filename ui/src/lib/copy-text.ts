/**
 * Copies text to the clipboard and returns whether that worked. `navigator.clipboard` needs HTTPS; over plain HTTP the
 * deprecated `execCommand` is the fallback.
 */
export async function copyText(text: string): Promise<boolean> {
  // The type says it is always there; on an insecure origin it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser: the old way may still be allowed.
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
  // A dialog keeps the focus inside itself, so the helper has to stand in it too.
  (opener?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on http://192.168...
  const copied = document.execCommand('copy');
  area.remove();
  if (opener instanceof HTMLElement) opener.focus();
  return copied;
}
