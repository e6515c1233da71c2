import { select, t } from '@lingui/core/macro';

import type { Activity } from '@/api/types';
import { withSubstitute } from '@/shared/substitute-name';

import { includesActor, isFailure } from './kinds';

/** Whether the server has replaced the name, because the student was erased. */
const isErased = (name: string) => name === 'an erased student';

const erasedStudent = () => t({ message: 'an erased student', comment: 'In place of a name' });

/** A recorded name; the server's own words in place of one are translated. */
export function recordedName(name: string): string {
  if (name === 'the administrator')
    return t({ message: 'the administrator', comment: 'Of a school; in place of a name' });
  return isErased(name) ? erasedStudent() : name;
}

/** Who did it, as a detail beside the time. */
export function whoDid({ whoName, whoRole }: Pick<Activity, 'whoName' | 'whoRole'>): string {
  const name = recordedName(whoName);
  return whoRole === 'substitute' ? withSubstitute(name) : name;
}

/** Name of the actor, capitalized at the start of a message. */
export function actorName({ kind, whoName }: Activity): string {
  if (isErased(whoName) && includesActor(kind) && !isFailure(kind))
    return t({ message: 'An erased student', comment: 'In place of a name, at the start of a sentence' });
  return recordedName(whoName);
}

export function studentName(name: string | null): string {
  if (name === null) return t({ message: 'a student', comment: 'In place of a name' });
  return recordedName(name);
}

/** "on the class computer", "iPad, Safari, 10.0.0.17"; null for events of the program itself. */
export function deviceLabel({ device, address }: Activity): string | null {
  if (device === 'class computer' || device === "school's server")
    return select(
      { server: device === 'class computer' ? 'class' : 'school' },
      { school: 'on the school’s server', other: 'on the class computer' },
    );
  return [device, address].filter((part) => part !== null).join(', ') || null;
}
