import { userStorage } from '@/auth/user-storage';

type SavedText = {
  goalId: string;
  text: string;
  /** Whether it was sent and the response was lost. */
  sending: boolean;
  /** Whether it was sent with a photo, which may not be saved. */
  withPhoto: boolean;
};

type SavedPhoto = { goalId: string; name: string; dataUrl: string };

/** Sequence number of the latest photo; outdated reads aren't saved. */
let latestPhoto = 0;

type Storage = ReturnType<typeof userStorage.of>;

function readFields<Field extends string>(
  storage: Storage,
  key: 'proof' | 'proof-photo',
  ...fields: Field[]
) {
  const saved = storage.read(key) as Partial<Record<Field, unknown>> | null;
  return saved && fields.every((field) => typeof saved[field] === 'string') ? saved : null;
}

const readText = (storage: Storage) => readFields(storage, 'proof', 'goalId', 'text') as SavedText | null;
const readPhoto = (storage: Storage) =>
  readFields(storage, 'proof-photo', 'goalId', 'name', 'dataUrl') as SavedPhoto | null;

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

/** Storage for a student's unsent proof; holds only the one edited last. */
export function createProofDraft(studentId: string) {
  const storage = userStorage.of(studentId);
  const removePhoto = () => {
    latestPhoto += 1;
    storage.remove('proof-photo');
  };
  /** `sending`: an upload is in flight. */
  const write = (goalId: string, text: string, { sending = false, withPhoto = false } = {}) => {
    if (text.trim() === '' && !sending) storage.remove('proof');
    else storage.write('proof', { goalId, text, sending, withPhoto } satisfies SavedText);
  };
  return {
    goalId: (): string | null => readText(storage)?.goalId ?? readPhoto(storage)?.goalId ?? null,
    read: (goalId: string) => {
      const written = readText(storage);
      const photo = readPhoto(storage);
      const own = written?.goalId === goalId;
      return {
        text: own ? written.text : '',
        sending: own && written.sending,
        photoIsLost: own && written.sending && written.withPhoto && photo?.goalId !== goalId,
        photo: photo?.goalId === goalId ? toFile(photo) : null,
        photoUrl: photo?.goalId === goalId ? photo.dataUrl : null,
      };
    },
    write,
    writePhoto: async (goalId: string, name: string, prepared: Promise<{ image: Blob }>) => {
      removePhoto();
      const number = latestPhoto;
      try {
        const dataUrl = await toDataUrl((await prepared).image);
        if (number === latestPhoto)
          storage.write('proof-photo', { goalId, name, dataUrl } satisfies SavedPhoto);
      } catch (error) {
        console.error('The photo is not kept for a later sign-in.', error);
      }
    },
    removePhoto,
    clear: () => {
      removePhoto();
      storage.remove('proof');
    },
  };
}
