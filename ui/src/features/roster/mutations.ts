import { api, unwrap } from '@/api/client';
import { fetchWithoutTimeout } from '@/api/fetch-with-timeout';
import { studentKeys } from '@/api/keys';
import type { ColumnUse, RosterPreview, Schemas } from '@/api/types';
import { upload } from '@/api/upload';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';

/** The files or the text that the teacher has given. */
export type ListSource = { files: readonly File[] } | { text: string };

/** The teacher's settings for reading the list, which replace those that the server has recognized. */
export type ReadOptions = {
  separator?: string | undefined;
  encoding?: string | undefined;
  columns?: { index: number; use: ColumnUse }[] | undefined;
  section?: string | undefined;
};

export type ReadRequest = { source: ListSource; options: ReadOptions };

function toForm({ source, options }: ReadRequest): FormData {
  const form = new FormData();
  if ('text' in source) form.set('text', source.text);
  else for (const file of source.files) form.append('files', file);
  if (options.separator !== undefined) form.set('separator', options.separator);
  if (options.encoding !== undefined) form.set('encoding', options.encoding);
  if (options.columns !== undefined) form.set('columns', JSON.stringify(options.columns));
  if (options.section !== undefined) form.set('section', options.section);
  return form;
}

/** Reads a list; writes nothing. The server takes up to 20 s for a list, and reads one at a time. */
export function useReadList(classroomId: string) {
  return useMutation({
    meta: { changes: [] },
    gcTime: 0,
    mutationFn: (request: ReadRequest) => {
      const path = `/api/classrooms/${classroomId}/roster/preview`;
      return upload(path, toForm(request), { slowResponse: true }) as Promise<RosterPreview>;
    },
  });
}

/** Imports rows, all or none. The passwords of 500 students take the server up to 15 s, or longer. */
export function useImportRoster(classroomId: string) {
  const sendOnce = useSendOnce(studentKeys.stats(classroomId));
  return useMutation({
    meta: { changes: ['students'], awaits: ['students'] },
    gcTime: 0,
    mutationFn: (rows: Schemas['ImportRow'][]) =>
      sendOnce(rows, (headers) =>
        unwrap(
          api.POST('/api/classrooms/{classroom_id}/roster', {
            params: { path: { classroom_id: classroomId } },
            body: { rows },
            headers,
            fetch: fetchWithoutTimeout,
          }),
        ),
      ),
  });
}
