import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';

import { studentKeys } from './queries';

export type GoalTotals = { completed: number; goalbucks: number };

async function entries(studentId: string, reason: 'award' | 'correction', signal: AbortSignal) {
  const params = { path: { student_id: studentId }, query: { status: reason } };
  return data(api.GET('/api/students/{student_id}/ledger', { signal, params }));
}

async function loadTotals(studentId: string, classroomId: string, signal: AbortSignal): Promise<GoalTotals> {
  const ofStudent = { path: { student_id: studentId } };
  const ofClass = { path: { classroom_id: classroomId } };
  const [rows, balance, awards, corrections] = await Promise.all([
    data(api.GET('/api/classrooms/{classroom_id}/students/stats', { signal, params: ofClass })),
    data(api.GET('/api/students/{student_id}/goalbucks', { signal, params: ofStudent })),
    entries(studentId, 'award', signal),
    entries(studentId, 'correction', signal),
  ]);
  const besides = [...awards, ...corrections].reduce((sum, entry) => sum + entry.amount, 0);
  return {
    completed: rows.find((row) => row.id === studentId)?.goalsCompleted ?? 0,
    goalbucks: balance.earned - besides,
  };
}

/**
 * How many goals a student has completed, and the sum of their goalbucks. Adding up the goals themselves would mean
 * loading all of them, half a megabyte after three years; the server keeps both numbers: what was earned, without
 * awards and corrections, is what goals have paid.
 */
export const goalTotalsQuery = (student: { id: string; classroomId: string }) =>
  queryOptions({
    queryKey: [...studentKeys.all, 'goal-totals', student.id, student.classroomId],
    queryFn: ({ signal }) => loadTotals(student.id, student.classroomId, signal),
  });
