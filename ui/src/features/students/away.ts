import type { Student } from '@/api/types';

/** The students who aren't away. */
export function withoutAway<Row extends Pick<Student, 'awaySince'>>(students: Row[]): Row[] {
  return students.filter(({ awaySince }) => awaySince === null);
}
