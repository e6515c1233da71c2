import type { components } from './schema';

type Schemas = components['schemas'];

/** The rows of the API under the specification's names; schema.d.ts is generated from the server. */
export type SessionUser = Schemas['SessionAnswer']['user'];
export type StudentUser = Extract<SessionUser, { role: 'student' }>;
export type Classroom = Schemas['ClassroomAnswer'];
export type Student = Schemas['StudentAnswer'];
export type StudentStats = Schemas['StudentStatsAnswer'];
export type Goal = Schemas['GoalAnswer'];
export type Submission = Schemas['SubmissionAnswer'];
export type SubmissionRow = Schemas['SubmissionRowAnswer'];
