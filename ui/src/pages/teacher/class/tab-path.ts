import { useNavigate, useParams } from 'react-router';

export const STUDENTS = 'students';
export const PROGRESS = 'progress';
/** Who else works in the class. */
export const TEACHERS = 'teachers';
/** Only of an archived class; the others have the store. */
export const FULFILLMENT = 'fulfillment';

/** The students' tab is the page's own path; another one is its last part. */
export function useTabPath(classroomId: string) {
  const tab = useParams().tab ?? STUDENTS;
  const navigate = useNavigate();
  const setTab = (next: string) => {
    // A click fires twice: by the focus and by itself.
    if (next === tab) return;
    const path = `/teacher/class/${classroomId}`;
    void navigate(next === STUDENTS ? path : `${path}/${next}`, { replace: true });
  };
  return [tab, setTab] as const;
}
