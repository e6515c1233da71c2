import type { Activity } from '@/api/types';

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

/** One sentence that describes the event. */
export function ActivityMessage({ row }: { row: Activity }) {
  return messages[row.kind]({
    actor: <UserText>{actorName(row)}</UserText>,
    student: <UserText>{studentName(row.studentName)}</UserText>,
    about: row.about === null ? null : <UserText>{row.about}</UserText>,
    row,
  });
}
