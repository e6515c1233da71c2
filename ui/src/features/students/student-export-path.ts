/** Download path of a student's data as ZIP. */
export function studentExportPath(studentId: string): string {
  return `/api/students/${studentId}/export`;
}
