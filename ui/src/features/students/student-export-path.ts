import { i18n } from '@lingui/core';

/** Download path of a student's data as ZIP, in the language of the page. */
export function studentExportPath(studentId: string): string {
  return `/api/students/${studentId}/export?language=${i18n.locale}`;
}
