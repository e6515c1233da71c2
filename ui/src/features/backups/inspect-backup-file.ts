/** ZIP signature; every backup is a ZIP file. */
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
/** Name of the first entry in a locked backup, and its offset in the file. */
const LOCKED_ENTRY_NAME = 'key.age';
const ENTRY_NAME_OFFSET = 30;

const FILE_NAME_PATTERN = /^goalbucks-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)/;

/** A chosen backup file. `madeAt` comes from its name; null if it was renamed. */
export type PickedFile = { file: File; locked: boolean; madeAt: string | null };

function readStart(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(new Uint8Array(reader.result as ArrayBuffer));
    };
    reader.onerror = () => {
      reject(new Error('The file could not be read.', { cause: reader.error }));
    };
    reader.readAsArrayBuffer(file.slice(0, ENTRY_NAME_OFFSET + LOCKED_ENTRY_NAME.length));
  });
}

function parseMadeAt(name: string): string | null {
  const found = FILE_NAME_PATTERN.exec(name);
  if (!found) return null;
  const [year = 0, month = 1, ...rest] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, ...rest);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Checks the first bytes before uploading hundreds of megabytes; null if it isn't a backup. */
export async function inspectBackupFile(file: File): Promise<PickedFile | 'unreadable' | null> {
  let start: Uint8Array;
  try {
    start = await readStart(file);
  } catch {
    return 'unreadable';
  }
  if (!ZIP_SIGNATURE.every((byte, at) => start[at] === byte)) return null;
  const locked = String.fromCharCode(...start.subarray(ENTRY_NAME_OFFSET)) === LOCKED_ENTRY_NAME;
  return { file, locked, madeAt: parseMadeAt(file.name) };
}
