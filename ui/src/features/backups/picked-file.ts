/** How every zip begins, and with it every backup. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** What the first file in a locked one is called, and where that stands. */
const KEY = 'key.age';
const NAME_AT = 30;

const NAME = /^goalbucks-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)/;

/** A file that the teacher chose; `madeAt` by its name, null when it was given another one. */
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
    reader.readAsArrayBuffer(file.slice(0, NAME_AT + KEY.length));
  });
}

function madeAtByName(name: string): string | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [year = 0, month = 1, ...rest] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, ...rest);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What the file's own beginning tells, before hundreds of megabytes are sent; null when it can't be a backup. */
export async function look(file: File): Promise<PickedFile | 'unreadable' | null> {
  let start: Uint8Array;
  try {
    start = await readStart(file);
  } catch {
    return 'unreadable';
  }
  if (!ZIP.every((byte, at) => start[at] === byte)) return null;
  const locked = String.fromCharCode(...start.subarray(NAME_AT)) === KEY;
  return { file, locked, madeAt: madeAtByName(file.name) };
}
