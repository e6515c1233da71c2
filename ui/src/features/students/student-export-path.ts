/** Everything of one student as a zip, for parents who ask. */
export function studentExportPath(studentId: string): string {
  return `/api/students/${studentId}/export`;
}
