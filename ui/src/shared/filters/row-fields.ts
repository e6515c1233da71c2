import type { FilterFields } from './filter-options';

type ReviewedRow = { classroomId: string; className: string; studentId: string; studentName: string };

/** Filters of rows that name a class, a goal and a student. */
export const reviewFields = <Row extends ReviewedRow>(goalOf: (row: Row) => string): FilterFields<Row> => ({
  class: { value: (row) => row.classroomId, label: (row) => row.className },
  goal: { value: goalOf, label: goalOf },
  student: {
    value: (row) => row.studentId,
    label: (row) => row.studentName,
    detail: (row) => row.className,
  },
});
