import type { components } from './generated/schema';

/** Schemas generated from the server, for request bodies such as `Schemas['GoalRequest']`. */
export type Schemas = components['schemas'];

/** Response types under the specification's names; schema.d.ts is generated. */
export type SessionUser = Schemas['SessionResponse']['user'];
export type CurrentSession = Schemas['CurrentSessionResponse'];
export type StudentUser = Extract<SessionUser, { role: 'student' }>;
export type Classroom = Schemas['ClassroomResponse'];
export type Student = Schemas['StudentResponse'];
export type StudentStats = Schemas['StudentStatsResponse'];
export type CardHolder = Schemas['CardHolderResponse'];
export type LoginCard = Schemas['LoginCardResponse'];
export type LockedStudent = Schemas['LockedStudentResponse'];
export type SignedInStudent = Schemas['SignedInStudentResponse'];
export type StudentHome = Schemas['StudentHomeResponse'];
export type Goal = Schemas['GoalResponse'];
export type Submission = Schemas['SubmissionResponse'];
export type SubmissionListItem = Schemas['SubmissionListItem'];
export type GoalListItem = Schemas['GoalListItem'];
export type AssignedGoal = Schemas['AssignedGoalResponse'];
export type AssignmentListItem = Schemas['AssignmentListItem'];
export type StudentStatsListItem = Schemas['StudentStatsListItem'];
export type LedgerEntry = Schemas['LedgerEntryResponse'];
export type Suggestion = Schemas['SuggestionResponse'];
export type SuggestionListItem = Schemas['SuggestionListItem'];
export type StoreItem = Schemas['StoreItemResponse'];
export type Purchase = Schemas['PurchaseResponse'];
export type PurchaseListItem = Schemas['PurchaseListItem'];
export type Network = Schemas['NetworkResponse'];
export type Adapter = Schemas['AdapterResponse'];
export type ComputerSettings = Schemas['SettingsResponse'];
export type NearbyServer = Schemas['NearbyServerResponse'];
export type AuthConfig = Schemas['AuthConfigResponse'];
export type IdentityProviderConfig = NonNullable<AuthConfig['identityProvider']>;
export type TeacherAccount = Schemas['TeacherResponse'];
export type RecoveryCode = Schemas['RecoveryCodeResponse'];
export type Activity = Schemas['ActivityResponse'];
export type Erasure = Schemas['ErasureResponse'];
export type Backups = Schemas['BackupListResponse'];
export type Backup = Schemas['BackupResponse'];
export type DatabaseRecovery = Schemas['RecoveryResponse'];
export type RestoreCandidate = Schemas['RestoreCandidateResponse'];
export type RosterPreview = Schemas['PreviewResponse'];
export type RosterPreviewRow = Schemas['PreviewRow'];
export type RosterReason = Schemas['Reason'];
export type ColumnUse = Schemas['ColumnResponse']['use'];
export type ImportedRoster = Schemas['ImportResponse'];
