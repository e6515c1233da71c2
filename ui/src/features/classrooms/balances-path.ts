/** Where a class's balances come from as a file for a spreadsheet. */
export function balancesPath(classroomId: string): string {
  return `/api/classrooms/${classroomId}/balances.csv`;
}
