/** Keeps the address valid until the download has started. */
const KEPT_MS = 60_000;

/** Downloads a text that the browser has made, in UTF-8 with a byte-order mark, without which Excel misreads names. */
export function downloadText(name: string, text: string) {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, KEPT_MS);
}
