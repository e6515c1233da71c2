import type { components } from '@/api/generated/schema';
import type {
  AuthConfig,
  Backup,
  Backups,
  ComputerSettings,
  Erasure,
  Network,
  DatabaseRecovery,
  RestoreCandidate,
  RosterPreview,
  RosterPreviewRow,
} from '@/api/types';

import { builder } from './builder';

/** Default port; no device has connected yet. */
export const buildNetwork = builder<Network>({
  port: 8080,
  port80: false,
  takenPort: null,
  address: '192.168.1.20',
  url: 'http://192.168.1.20:8080',
  hostName: 'goalbucks-rivera.local',
  hostNameUrl: 'http://goalbucks-rivera.local:8080',
  adapters: [{ name: 'wlan0', label: 'Wi-Fi', address: '192.168.1.20', reason: null }],
  chosenAdapter: null,
  devices: 0,
  connectedStudents: 0,
});

export const buildHealth = builder<components['schemas']['Health']>({
  status: 'ok',
  database: 'ok',
  disk: 'ok',
  images: 'ok',
  version: '1.2.3',
});

/** Settings as returned to a teacher on the class computer itself. */
export const buildSettings = builder<ComputerSettings>({
  teacherFromNetwork: false,
  teacherFromNetworkFixed: false,
  keepAwake: true,
  imageRetentionDays: null,
  language: null,
  changeable: true,
  version: '1.2.3',
  dataFolder: '/home/rivera/GoalBucks',
  canShowLogs: true,
});

/** Sign-in configuration on the class computer itself. */
export const buildAuthConfig = builder<AuthConfig>({
  identityProvider: null,
  teacherSignInAllowed: true,
  registrationAllowed: true,
  school: false,
  setupNeeded: false,
  pictures: false,
  substituteCode: false,
  language: null,
});

export const buildBackup = builder<Backup>({
  name: 'goalbucks-daily.backup',
  kind: 'daily',
  madeAt: '2025-10-13T12:00:00Z',
  bytes: 3_400_000,
  locked: false,
  sharesPhotos: false,
});

/** Backups of a class computer that was set up today. */
export const buildBackups = builder<Backups>({
  elsewhere: false,
  backups: [],
  newestAt: null,
  lastFailure: null,
  busy: null,
  folder: '/home/rivera/GoalBucks/backups',
  canShowFolder: true,
  changeable: true,
});

export const buildErasure = builder<Erasure>({
  done: true,
  backupsRewritten: 0,
  backupsLeft: [],
  finishesLater: false,
});

export const buildRestoreCandidate = builder<RestoreCandidate>({
  name: 'goalbucks-daily.backup',
  kind: 'daily',
  madeAt: '2025-10-13T12:00:00Z',
  bytes: 3_400_000,
  condition: 'proved',
  students: 28,
  classes: 2,
});

export const buildDatabaseRecovery = builder<DatabaseRecovery>({
  doing: 'waiting',
  reason: 'damaged',
  keptIn: null,
  backups: [],
  problem: null,
});

/** A row of a list of names, which will be added. */
export const buildRosterRow = builder<RosterPreviewRow>({
  line: 1,
  status: 'ready',
  reasons: [],
  firstName: 'Amara',
  lastName: 'Okafor',
  username: 'amara.o',
  usernameMade: true,
  password: 'maple.otter',
  passwordMade: true,
  externalId: null,
  studentId: null,
  unidentified: null,
});

export const buildRosterPreview = builder<RosterPreview>({
  format: 'text',
  encoding: 'utf-8',
  encodingUncertain: false,
  separator: ',',
  sections: [],
  section: null,
  columns: [
    { index: 0, heading: 'First name', use: 'firstName', samples: ['Amara'] },
    { index: 1, heading: 'Last name', use: 'lastName', samples: ['Okafor'] },
    { index: 2, heading: 'Birth date', use: 'unused', samples: ['03/11/2016'] },
  ],
  above: [],
  rows: [],
});
