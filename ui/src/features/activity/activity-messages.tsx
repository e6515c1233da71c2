import type { Activity } from '@/api/types';
import { GoalRecordLink } from '@/shared/goal-record-link';

import { actorName, studentName } from './activity-texts';
import type { Kind } from './kinds';
import { deletionMessages } from './messages/deletions';
import { goalbucksMessages } from './messages/goalbucks';
import type { Message } from './messages/message';
import { reviewMessages } from './messages/reviews';
import { settingsMessages } from './messages/settings';
import { signInMessages } from './messages/sign-ins';

const messages: Record<Kind, Message> = {
  ...signInMessages,
  ...reviewMessages,
  ...goalbucksMessages,
  ...deletionMessages,
  ...settingsMessages,
};

/** Isolates user-entered text so that its direction doesn't affect the rest of the message. */
function UserText({ children }: { children: string }) {
  return <bdi className="font-mid wrap-anywhere">{children}</bdi>;
}

type AboutProps = Pick<Activity, 'goalId' | 'goalStudentId'> & { about: string };

/** What the event is about; a goal that can still be opened is a link to its record. */
function About({ about, goalId, goalStudentId }: AboutProps) {
  if (goalId === null || goalStudentId === null) return <UserText>{about}</UserText>;
  return (
    <GoalRecordLink goalId={goalId} studentId={goalStudentId}>
      <UserText>{about}</UserText>
    </GoalRecordLink>
  );
}

/** One sentence that describes the event. */
export function ActivityMessage({ row }: { row: Activity }) {
  return messages[row.kind]({
    actor: <UserText>{actorName(row)}</UserText>,
    student: <UserText>{studentName(row.studentName)}</UserText>,
    about: row.about === null ? null : <About {...row} about={row.about} />,
    row,
  });
}
