import { isRecord } from '@/lib/is-record';

/** Topics of a class; the names of the server's events. */
const CLASS_TOPICS = [
  'classrooms',
  'students',
  'goals',
  'goal-series',
  'goalbucks',
  'submissions',
  'goal-suggestions',
  'store',
  'purchases',
  'savings',
  'signed-in',
  'sign-in',
  'login-cards',
  'groups',
  'terms',
  'members',
  'class-goal',
] as const;
/** Topics for teachers that belong to no class: the network, the activity log, the warnings. */
const TEACHER_TOPICS = ['network', 'activity', 'warnings'] as const;
type TeacherTopic = (typeof TEACHER_TOPICS)[number];
export type LiveTopic = (typeof CLASS_TOPICS)[number] | TeacherTopic;

const isTeacherTopic = (name: string): name is TeacherTopic => TEACHER_TOPICS.some((topic) => topic === name);

export function isTopic(name: string): name is LiveTopic {
  return isTeacherTopic(name) || CLASS_TOPICS.some((topic) => topic === name);
}

/** The class and the student that a change concerns; undefined if unknown, or if it concerns several. */
export type ChangeScope = { classroomId?: string | undefined; studentId?: string | undefined };

export type LiveChange = ChangeScope & { topic: LiveTopic };

/** Parses an event; null if invalid. */
export function parseChange(topic: LiveTopic, json: string): LiveChange | null {
  if (isTeacherTopic(topic)) return { topic };
  try {
    const parsed: unknown = JSON.parse(json);
    if (!isRecord(parsed)) return null;
    const { classroomId, studentId } = parsed;
    if (typeof classroomId !== 'string') return null;
    return { topic, classroomId, ...(typeof studentId === 'string' && { studentId }) };
  } catch {
    return null;
  }
}
