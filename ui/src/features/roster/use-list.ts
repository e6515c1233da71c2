import { useMemo, useReducer, useState } from 'react';

import type { RosterPreview } from '@/api/types';

import { type ListSource, type ReadOptions, type ReadRequest, useReadList } from './mutations';
import { judgeRows, rowsReducer } from './roster-rows';

/** The list that the teacher has given: how it was read, and its rows with the answers. */
export function useList(classroomId: string) {
  const [preview, setPreview] = useState<RosterPreview | null>(null);
  const [readings, setReadings] = useState(0);
  const [rows, dispatch] = useReducer(rowsReducer, []);
  const { mutate, variables, isPending, error, reset } = useReadList(classroomId);
  const judged = useMemo(() => judgeRows(rows), [rows]);

  const request = (next: ReadRequest) => {
    mutate(next, {
      onSuccess: (read) => {
        setPreview(read);
        setReadings((count) => count + 1);
        dispatch({ type: 'read', rows: read.rows });
      },
    });
  };
  const read = (source: ListSource) => {
    request({ source, options: {} });
  };
  const readAgain = (options: ReadOptions) => {
    if (variables) request({ ...variables, options });
  };
  const retry = () => {
    if (variables) request(variables);
  };
  const forget = () => {
    setPreview(null);
    dispatch({ type: 'read', rows: [] });
    reset();
  };
  return {
    /** How the list was read; null before. */
    preview,
    /** Changes with each reading. */
    readings,
    rows: judged,
    dispatch,
    source: variables?.source ?? null,
    options: variables?.options ?? {},
    reading: isPending,
    failure: error,
    read,
    readAgain,
    retry,
    forget,
  };
}

export type List = ReturnType<typeof useList>;
