import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, data, refused, unreached } from '@/api/client';
import { rescueKeys } from '@/api/keys';
import { NEEDS_RESCUE } from '@/api/rescue-signal';
import { signOutSignal } from '@/api/sign-out-signal';
import type { Rescue } from '@/api/types';

const PATH = '/api/rescue/file';
/** The class computer asks itself; the others come one after the other. */
const SOON_MS = 1000;
const LATER_MS = 4000;

/** Where this device stands: at the class computer, before it, or the class is back. */
type Standing = { rescue: Rescue } | 'elsewhere' | 'back';

async function ask(signal: AbortSignal): Promise<Standing> {
  try {
    return { rescue: await data(api.GET('/api/rescue', { signal })) };
  } catch (error) {
    if (isCode(error, NEEDS_RESCUE)) return 'elsewhere';
    // The calls of every day are there again, and this one isn't.
    if (isStatus(error, 404)) return 'back';
    throw error;
  }
}

/** Asked again and again: a damaged database has no live events. */
export const rescueQuery = queryOptions({
  queryKey: rescueKeys.all,
  queryFn: ({ signal }) => ask(signal),
  refetchInterval: ({ state }) => {
    if (state.data === 'back') return false;
    return typeof state.data === 'object' ? SOON_MS : LATER_MS * (0.8 + 0.4 * Math.random());
  },
});

/** What is to be put in the damaged database's place. */
export type Choice = { name: string } | { file: File } | 'nothing';

type Repair = {
  choice: Choice;
  passphrase?: string | undefined;
  /** Go on though the photos that it shares with other backups can't be found. */
  withoutPhotos?: boolean;
};

/** Without a limit of time: a stick is slow, and the file may be as large as a year of photos. */
async function sendFile(file: File, headers: Record<string, string>): Promise<void> {
  const era = signOutSignal.era();
  let answer: Response;
  try {
    answer = await fetch(PATH, { method: 'POST', body: file, headers });
  } catch (error) {
    throw unreached(error);
  }
  if (answer.ok) return;
  const { status, statusText } = answer;
  const text = await answer.text().catch(() => '');
  throw refused(status, statusText, text, answer.headers.get('Retry-After'), { path: PATH, era });
}

function send({ choice, passphrase, withoutPhotos = false }: Repair): Promise<unknown> {
  if (choice === 'nothing') return data(api.POST('/api/rescue/begin-anew'));
  if ('name' in choice) {
    const body = { name: choice.name, passphrase: passphrase ?? null, withoutPhotos };
    return data(api.POST('/api/rescue/restore', { body }));
  }
  // A header knows no letters beyond ASCII.
  return sendFile(choice.file, {
    ...(passphrase !== undefined && { 'Backup-Passphrase': encodeURIComponent(passphrase) }),
    ...(withoutPhotos && { 'Backup-Without-Photos': 'true' }),
  });
}

/** Begins the repair; how it goes, the query tells. */
export function useRepair() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: send,
    // Under way until the screen knows of it: else there would be a moment for a second press.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rescueKeys.all }),
  });
}
