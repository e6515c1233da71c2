import { i18n } from '@lingui/core';

/** Download path of a class's balances as CSV, with headings in the language of the page. */
export function balancesPath(classroomId: string): string {
  return `/api/classrooms/${classroomId}/balances.csv?language=${i18n.locale}`;
}
