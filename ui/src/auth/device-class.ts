import { browserStorage } from '@/lib/browser-storage';

const CODE_KEY = 'class_code';
const PICTURES_KEY = 'class_pictures';

/** The class whose code was last scanned or typed on this device, in local storage. */
export const deviceClass = {
  code: () => browserStorage.get(CODE_KEY),
  /** Whether the class signed in with pictures when this device last asked. */
  hasPictures: () => browserStorage.get(PICTURES_KEY) !== null,
  keep: (code: string) => {
    const kept = code.trim().toUpperCase();
    if (kept === deviceClass.code()) return;
    browserStorage.set(CODE_KEY, kept);
    browserStorage.remove(PICTURES_KEY);
  },
  confirmPictures: () => {
    browserStorage.set(PICTURES_KEY, 'yes');
  },
  forget: () => {
    browserStorage.remove(CODE_KEY);
    browserStorage.remove(PICTURES_KEY);
  },
};
