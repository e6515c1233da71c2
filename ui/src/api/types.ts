import type { components } from './schema';

type Schemas = components['schemas'];

/** The rows of the API under the specification's names; schema.d.ts is generated from the server. */
export type SessionUser = Schemas['SessionAnswer']['user'];
export type CurrentSession = Schemas['CurrentSessionAnswer'];
export type StudentUser = Extract<SessionUser, { role: 'student' }>;
export type Classroom = Schemas['ClassroomAnswer'];
export type Student = Schemas['StudentAnswer'];
export type StudentStats = Schemas['StudentStatsAnswer'];
export type SignedInStudent = Schemas['SignedInStudentAnswer'];
export type Goal = Schemas['GoalAnswer'];
export type Submission = Schemas['SubmissionAnswer'];
export type SubmissionRow = Schemas['SubmissionRowAnswer'];
export type GoalRow = Schemas['GoalRowAnswer'];
export type AssignmentRow = Schemas['AssignmentRowAnswer'];
export type StudentStatsRow = Schemas['StudentStatsRowAnswer'];
export type Balance = Schemas['BalanceAnswer'];
export type LedgerEntry = Schemas['LedgerEntryAnswer'];
export type Suggestion = Schemas['SuggestionAnswer'];
export type SuggestionRow = Schemas['SuggestionRowAnswer'];
export type StoreItem = Schemas['StoreItemAnswer'];
export type Purchase = Schemas['PurchaseAnswer'];
export type PurchaseRow = Schemas['PurchaseRowAnswer'];
export type Network = Schemas['NetworkAnswer'];
export type Adapter = Schemas['AdapterAnswer'];
export type ComputerSettings = Schemas['SettingsAnswer'];
export type NearbyDoor = Schemas['NearbyDoorAnswer'];
export type AuthConfig = Schemas['AuthConfigAnswer'];
export type IdentityProviderConfig = NonNullable<AuthConfig['identityProvider']>;
export type TeacherAccount = Schemas['TeacherAnswer'];
export type RecoveryCode = Schemas['RecoveryCodeAnswer'];
export type Activity = Schemas['ActivityAnswer'];
export type Erasure = Schemas['ErasureAnswer'];
export type Backups = Schemas['BackupsAnswer'];
export type Backup = Schemas['BackupAnswer'];
export type Rescue = Schemas['RescueAnswer'];
export type RescueOffer = Schemas['OfferAnswer'];
