import { userStorage } from '@/components/user-storage';

type Written = {
  goalId: string;
  text: string;
  /** It was sent, and no answer has come. */
  sending: boolean;
  /** It was sent with a photo, which may not have been kept. */
  withPhoto: boolean;
};

type SavedPhoto = { goalId: string; name: string; dataUrl: string };

/** Counts photos: one that was removed or replaced while it was read isn't saved afterwards. */
let newestPhoto = 0;

function readFields<Field extends string>(key: 'proof' | 'proof-photo', ...fields: Field[]) {
  const saved = userStorage.read(key) as Partial<Record<Field, unknown>> | null;
  return saved && fields.every((field) => typeof saved[field] === 'string') ? saved : null;
}

const readWritten = () => readFields('proof', 'goalId', 'text') as Written | null;
const readPhoto = () => readFields('proof-photo', 'goalId', 'name', 'dataUrl') as SavedPhoto | null;

function toFile({ name, dataUrl }: SavedPhoto): File {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], name, { type: /^data:([^;]*)/.exec(head)?.[1] ?? '' });
}

function toDataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(new Error('The photo could not be read.', { cause: reader.error }));
    };
    reader.readAsDataURL(image);
  });
}

/** The unsent proof of the signed-in student: one, of the goal whose form was open last. */
export const proofDraft = {
  goalId: (): string | null => readWritten()?.goalId ?? readPhoto()?.goalId ?? null,
  read: (goalId: string) => {
    const written = readWritten();
    const photo = readPhoto();
    const own = written?.goalId === goalId;
    return {
      text: own ? written.text : '',
      sending: own && written.sending,
      photoIsLost: own && written.sending && written.withPhoto && photo?.goalId !== goalId,
      photo: photo?.goalId === goalId ? toFile(photo) : null,
    };
  },
  write: (goalId: string, text: string) => {
    userStorage.write('proof', { goalId, text, sending: false, withPhoto: false } satisfies Written);
  },
  /** Notes that it is being sent, or no longer. */
  writeSending: (goalId: string, text: string, sending: boolean, withPhoto: boolean) => {
    userStorage.write('proof', { goalId, text, sending, withPhoto } satisfies Written);
  },
  writePhoto: async (goalId: string, name: string, prepared: Promise<{ image: Blob }>) => {
    proofDraft.removePhoto();
    const number = newestPhoto;
    const owner = userStorage.owner();
    try {
      const dataUrl = await toDataUrl((await prepared).image);
      if (number !== newestPhoto || owner !== userStorage.owner()) return;
      userStorage.write('proof-photo', { goalId, name, dataUrl } satisfies SavedPhoto);
    } catch (error) {
      console.error('The photo is not kept for a later sign-in.', error);
    }
  },
  removePhoto: () => {
    newestPhoto += 1;
    userStorage.remove('proof-photo');
  },
  clear: () => {
    proofDraft.removePhoto();
    userStorage.remove('proof');
  },
};
