/** Download path of a class's balances as CSV. */
export function balancesPath(classroomId: string): string {
  return `/api/classrooms/${classroomId}/balances.csv`;
}
