import { msg, plural, t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import { noSchoolKeys, seriesKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { NoSchoolDays, Schemas, Series } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';
import { formatCalendarDate } from '@/lib/format';

import { teacherParams } from './queries';

const seriesParams = (seriesId: string) => ({ path: { series_id: seriesId } });

function describeStart({ given, nextDay }: Series): string {
  if (given > 0) {
    return plural(given, {
      one: 'Today’s goal is there for # student.',
      other: 'Today’s goal is there for # students.',
    });
  }
  if (nextDay === null) return t`There is no day for it until then.`;
  const day = formatCalendarDate(nextDay);
  return t`First day: ${day}`;
}

/** Creates a series; today's goals are made at once. */
export function useCreateSeries(classroomId: string) {
  const sendOnce = useSendOnce(seriesKeys.all);
  return useMutation({
    meta: {
      changes: ['goal-series', 'goals'],
      of: { classroomId },
      failed: msg`Failed to assign goals. Please try again.`,
      toasts: unlessUnconfirmed,
    },
    mutationFn: (body: Schemas['NewSeriesRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goal-series', { body, headers }))),
    onSuccess: (series) => {
      toast({ title: t`The goal repeats`, description: describeStart(series) });
    },
  });
}

/** The focus is in the list that these change, so they wait for its refetch. */
const rowMeta = { changes: ['goal-series'], awaits: ['goal-series'], whenGone: true } as const;

/** Changes a series from the next day on. */
export function useEditSeries() {
  return useMutation({
    meta: { ...rowMeta, failed: msg`Failed to update goal. Please try again.` },
    mutationFn: ({ id, ...body }: Schemas['SeriesRequest'] & { id: string }) =>
      unwrap(api.PUT('/api/goal-series/{series_id}', { body, params: seriesParams(id) })),
    onSuccess: () => {
      toast({ title: t`Goal updated`, description: t`It counts from the next day on.` });
    },
  });
}

/** Stops a series for good. */
export function useStopSeries() {
  return useMutation({
    meta: {
      ...rowMeta,
      changes: ['goal-series', 'goals'],
      failed: msg`Failed to stop the goal. Please try again.`,
    },
    mutationFn: ({ id, endOpen }: { id: string; endOpen: boolean }) =>
      unwrap(api.POST('/api/goal-series/{series_id}/stop', { body: { endOpen }, params: seriesParams(id) })),
    onSuccess: () => {
      toast({ title: t`The goal doesn’t repeat any more` });
    },
  });
}

/** Makes today's goals for the students who have none. */
export function useMakeToday() {
  const sendOnce = useSendOnce([...seriesKeys.all, 'today']);
  return useMutation({
    meta: {
      ...rowMeta,
      changes: ['goal-series', 'goals'],
      failed: msg`Failed to make today’s goals. Please try again.`,
    },
    mutationFn: (id: string) =>
      sendOnce({ id }, (headers) =>
        unwrap(api.POST('/api/goal-series/{series_id}/today', { headers, params: seriesParams(id) })),
      ),
    onSuccess: ({ count }) => {
      toast(
        count > 0
          ? {
              title: t`Today’s goals made`,
              description: plural(count, { one: 'For # student.', other: 'For # students.' }),
            }
          : { title: t`Everybody has today’s goal already` },
      );
    },
  });
}

/** Replaces the days without school. */
export function useSaveNoSchoolDays(teacherId: string) {
  return useMutation({
    meta: {
      changes: ['goal-series'],
      changesIfFailed: ['no-school-days'],
      failed: msg`Failed to save the days. Please try again.`,
    },
    mutationFn: (body: NoSchoolDays[]) =>
      unwrap(
        api.PUT('/api/teachers/{teacher_id}/no-school-days', { body, params: teacherParams(teacherId) }),
      ),
    onSuccess: (saved, _body, _result, { client }) => {
      client.setQueryData(noSchoolKeys.ofTeacher(teacherId), saved);
      toast({ title: t`No-school days saved` });
    },
  });
}
