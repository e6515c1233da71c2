import type { ReactNode } from 'react';
import { Link } from 'react-router';

type GoalRecordLinkProps = { studentId: string; goalId: string; children: ReactNode };

/** Link to the record of a goal: the goals page of its student (teacher), with the goal opened. */
export function GoalRecordLink({ studentId, goalId, children }: GoalRecordLinkProps) {
  return (
    <Link
      to={`/teacher/student/${studentId}/goals?goal=${goalId}`}
      className="rounded-control text-brand-ink underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}
