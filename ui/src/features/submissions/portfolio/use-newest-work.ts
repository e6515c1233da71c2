import { useQueries } from '@tanstack/react-query';

import type { PortfolioItem } from '@/api/types';
import type { QueryState } from '@/shared/query-state';

import { newestWorkQuery } from './queries';

export type WorkOfStudents = ReadonlyMap<string, PortfolioItem[]>;

/** The newest work of each of these students that was sent since a time. */
export function useNewestWork(studentIds: string[], since: Date): QueryState<WorkOfStudents> {
  const queries = useQueries({ queries: studentIds.map(newestWorkQuery) });
  const failed = queries.filter(({ isError }) => isError);
  const loaded = queries.flatMap(({ data }, index): [string, PortfolioItem[]][] => {
    const studentId = studentIds[index];
    if (data === undefined || studentId === undefined) return [];
    return [[studentId, data.filter(({ createdAt }) => new Date(createdAt) >= since)]];
  });
  return {
    data: loaded.length === queries.length ? new Map(loaded) : undefined,
    error: failed[0]?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
