import { isStatus, outageOf } from '@/api/api-error';
import { serverFieldError } from '@/api/server-field-error';
import { serverSentence } from '@/api/server-sentence';

import { useImportRoster } from './mutations';
import {
  type RosterField,
  FIELDS,
  type JudgedRow,
  keepsAccount,
  type RosterRow,
  toImportRow,
} from './roster-rows';
import { fieldLabel } from './row-texts';

const isField = (name: string): name is RosterField => FIELDS.some((field) => field === name);

/** Where the message about a field of the request is shown. The fields of a student who keeps the account aren't editable. */
function placeOf(row: JudgedRow, name: string): RosterField | 'row' {
  return isField(name) && !keepsAccount(row) ? name : 'row';
}

/** The server's messages by row; the errors name fields such as "rows.3.username". */
export function serverErrorsOf(
  error: Error,
  sent: readonly JudgedRow[],
): Map<string, RosterRow['serverErrors']> {
  const serverErrors = new Map<string, RosterRow['serverErrors']>();
  if (!isStatus(error, 409) && !isStatus(error, 422)) return serverErrors;
  for (const [path, english] of Object.entries(error.fields)) {
    const [, index, name = ''] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = sent[Number(index)];
    if (index === undefined || !row) continue;
    const message = () =>
      serverFieldError(error, path, isField(name) ? fieldLabel(name) : '') ??
      serverSentence(error.fieldKeys[path] ?? {}, english);
    serverErrors.set(row.key, { ...serverErrors.get(row.key), [placeOf(row, name)]: message });
  }
  return serverErrors;
}

/** Function that sends rows, and the state of the last import. */
export function useImport(classroomId: string) {
  const { mutate, isPending, error, reset } = useImportRoster(classroomId);
  const isUnconfirmed = outageOf(error) !== null;
  return {
    send: (rows: readonly JudgedRow[], callbacks: Parameters<typeof mutate>[1]) => {
      mutate(rows.map(toImportRow), callbacks);
    },
    reset,
    error,
    state: isPending ? ('adding' as const) : isUnconfirmed ? ('unconfirmed' as const) : ('idle' as const),
  };
}
