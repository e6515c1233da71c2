import {
  BadgeCheck,
  CircleCheckBig,
  CircleX,
  FileKey,
  Gift,
  HardDriveDownload,
  HardDriveUpload,
  IdCard,
  KeyRound,
  Link2,
  LockOpen,
  LogIn,
  LogOut,
  type LucideIcon,
  PackageCheck,
  PencilLine,
  RotateCcw,
  Settings2,
  ShieldAlert,
  Trash2,
  Undo2,
  UserPlus,
  UserRoundCheck,
  UserRoundX,
  Users,
} from 'lucide-react';

import type { Activity } from '@/api/types';

export type Kind = Activity['kind'];

/** What a teacher looks for. */
export const groups = {
  all: 'All',
  'sign-ins': 'Sign-ins',
  reviews: 'Reviews',
  goalbucks: 'GoalBucks',
  deletions: 'Deletions',
  settings: 'Accounts and settings',
} as const;
export type Group = keyof typeof groups;

type Look = { Icon: LucideIcon; tone: 'plain' | 'good' | 'bad' | 'gold'; group: Exclude<Group, 'all'> };

const look = (group: Look['group'], Icon: LucideIcon, tone: Look['tone'] = 'plain'): Look => ({
  Icon,
  tone,
  group,
});

export const looks: Record<Kind, Look> = {
  registered: look('sign-ins', UserPlus),
  sign_in: look('sign-ins', LogIn),
  sign_in_failed: look('sign-ins', ShieldAlert, 'bad'),
  sign_out_everywhere: look('sign-ins', LogOut),
  recovery_code_used: look('sign-ins', FileKey, 'bad'),
  recovery_code_failed: look('sign-ins', ShieldAlert, 'bad'),
  submission_approved: look('reviews', CircleCheckBig, 'good'),
  submission_denied: look('reviews', CircleX),
  submission_returned: look('reviews', RotateCcw),
  review_undone: look('reviews', Undo2),
  suggestion_approved: look('reviews', BadgeCheck, 'good'),
  suggestion_denied: look('reviews', CircleX),
  suggestion_answer_undone: look('reviews', Undo2),
  goal_completed: look('reviews', CircleCheckBig, 'good'),
  goal_reopened: look('reviews', RotateCcw),
  assignment_edited: look('reviews', PencilLine),
  correction: look('goalbucks', PencilLine, 'gold'),
  award: look('goalbucks', Gift, 'gold'),
  award_reversed: look('goalbucks', Undo2),
  purchase_fulfilled: look('goalbucks', PackageCheck),
  fulfillment_undone: look('goalbucks', RotateCcw),
  purchase_cancelled: look('goalbucks', Undo2),
  goal_deleted: look('deletions', Trash2),
  assignment_deleted: look('deletions', Trash2),
  item_deleted: look('deletions', Trash2),
  student_deleted: look('deletions', Trash2),
  student_erased: look('deletions', UserRoundX),
  class_deleted: look('deletions', Trash2),
  password_changed: look('settings', KeyRound),
  identity_connected: look('settings', Link2),
  recovery_code_made: look('settings', FileKey),
  student_password_changed: look('settings', KeyRound),
  student_unlocked: look('settings', LockOpen),
  student_moved: look('settings', Users),
  class_code_changed: look('settings', IdCard),
  backup_made: look('settings', HardDriveDownload),
  backup_restored: look('settings', HardDriveUpload),
  export: look('settings', HardDriveDownload),
  settings_changed: look('settings', Settings2),
  password_reset: look('settings', KeyRound, 'bad'),
  account_disabled: look('settings', UserRoundX, 'bad'),
  account_enabled: look('settings', UserRoundCheck),
  class_handed_over: look('settings', Users),
  class_taken_over: look('settings', Users),
};

/** What the server is asked for; nothing for all of it. */
export function kindsOf(group: Group): Kind[] {
  if (group === 'all') return [];
  return (Object.keys(looks) as Kind[]).filter((kind) => looks[kind].group === group);
}

/** Somebody tried to be somebody else: nobody knows who. */
export const isFailure = (kind: Kind) => kind === 'sign_in_failed' || kind === 'recovery_code_failed';

const SAY_WHO = new Set<Kind>(['sign_in', 'sign_out_everywhere', 'password_changed', 'recovery_code_used']);

/** Whether the sentence names who did it; whoever failed is nobody that is known. */
export const saysWho = (kind: Kind) => SAY_WHO.has(kind) || isFailure(kind);
