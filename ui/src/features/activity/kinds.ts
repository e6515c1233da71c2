import { msg } from '@lingui/core/macro';
import {
  Archive,
  BadgeCheck,
  CircleCheckBig,
  CircleX,
  FileKey,
  Flag,
  Gift,
  HardDriveDownload,
  HardDriveUpload,
  IdCard,
  Images,
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
  Sprout,
  Trash2,
  Undo2,
  UserPlus,
  UserRound,
  UserRoundCheck,
  UserRoundX,
  Users,
} from 'lucide-react';

import type { Activity } from '@/api/types';

export type Kind = Activity['kind'];

/** Filter groups of the activity log. */
export const groups = {
  all: msg({ message: 'All', comment: 'All the activity' }),
  'sign-ins': msg`Sign-ins`,
  reviews: msg`Reviews`,
  goalbucks: msg`GoalBucks`,
  deletions: msg`Deletions`,
  settings: msg`Accounts and settings`,
};
export type Group = keyof typeof groups;

type KindMeta = { Icon: LucideIcon; tone: 'plain' | 'good' | 'bad' | 'gold'; group: Exclude<Group, 'all'> };

const meta = (group: KindMeta['group'], Icon: LucideIcon, tone: KindMeta['tone'] = 'plain'): KindMeta => ({
  Icon,
  tone,
  group,
});

export const kindMeta: Record<Kind, KindMeta> = {
  registered: meta('sign-ins', UserPlus),
  sign_in: meta('sign-ins', LogIn),
  card_sign_in: meta('sign-ins', IdCard),
  substitute_began: meta('sign-ins', UserRound),
  sign_in_failed: meta('sign-ins', ShieldAlert, 'bad'),
  pictures_failed: meta('sign-ins', ShieldAlert, 'bad'),
  sign_out_everywhere: meta('sign-ins', LogOut),
  session_ended: meta('sign-ins', LogOut),
  recovery_code_used: meta('sign-ins', FileKey, 'bad'),
  recovery_code_failed: meta('sign-ins', ShieldAlert, 'bad'),
  submission_approved: meta('reviews', CircleCheckBig, 'good'),
  submission_denied: meta('reviews', CircleX),
  submission_returned: meta('reviews', RotateCcw),
  review_undone: meta('reviews', Undo2),
  suggestion_approved: meta('reviews', BadgeCheck, 'good'),
  suggestion_denied: meta('reviews', CircleX),
  suggestion_answer_undone: meta('reviews', Undo2),
  goal_completed: meta('reviews', CircleCheckBig, 'good'),
  goal_reopened: meta('reviews', RotateCcw),
  assignment_edited: meta('reviews', PencilLine),
  correction: meta('goalbucks', PencilLine, 'gold'),
  award: meta('goalbucks', Gift, 'gold'),
  award_reversed: meta('goalbucks', Undo2),
  purchase_fulfilled: meta('goalbucks', PackageCheck),
  fulfillment_undone: meta('goalbucks', RotateCcw),
  purchase_cancelled: meta('goalbucks', Undo2),
  goal_deleted: meta('deletions', Trash2),
  assignment_deleted: meta('deletions', Trash2),
  item_deleted: meta('deletions', Trash2),
  student_deleted: meta('deletions', Trash2),
  student_erased: meta('deletions', UserRoundX),
  class_deleted: meta('deletions', Trash2),
  password_changed: meta('settings', KeyRound),
  identity_connected: meta('settings', Link2),
  recovery_code_made: meta('settings', FileKey),
  student_password_changed: meta('settings', KeyRound),
  student_unlocked: meta('settings', LockOpen),
  roster_imported: meta('settings', UserPlus),
  login_cards_made: meta('settings', IdCard),
  login_cards_ended: meta('settings', IdCard),
  login_cards_invalidated: meta('settings', IdCard),
  student_moved: meta('settings', Users),
  student_away: meta('settings', UserRoundX),
  student_back: meta('settings', UserRoundCheck),
  substitute_code_made: meta('settings', UserRound),
  substitute_code_ended: meta('settings', UserRound),
  class_archived: meta('settings', Archive),
  class_brought_back: meta('settings', Undo2),
  class_code_changed: meta('settings', IdCard),
  new_term: meta('settings', Sprout),
  class_goal_made: meta('goalbucks', Flag),
  class_goal_edited: meta('goalbucks', Flag),
  class_goal_ended: meta('goalbucks', Flag),
  class_goal_done: meta('goalbucks', Flag),
  pictures_on: meta('settings', Images),
  pictures_off: meta('settings', Images),
  pictures_changed: meta('settings', Images),
  backup_made: meta('settings', HardDriveDownload),
  backup_restored: meta('settings', HardDriveUpload),
  export: meta('settings', HardDriveDownload),
  settings_changed: meta('settings', Settings2),
  password_reset: meta('settings', KeyRound, 'bad'),
  account_disabled: meta('settings', UserRoundX, 'bad'),
  account_enabled: meta('settings', UserRoundCheck),
  class_handed_over: meta('settings', Users),
  class_taken_over: meta('settings', Users),
  co_teacher_invited: meta('settings', Users),
  co_teacher_joined: meta('settings', UserPlus),
  co_teacher_left: meta('settings', UserRoundX),
  co_teacher_ended: meta('settings', UserRoundX),
};

/** Kinds to request from the server; empty for all. */
export function kindsInGroup(group: Group): Kind[] {
  if (group === 'all') return [];
  return (Object.keys(kindMeta) as Kind[]).filter((kind) => kindMeta[kind].group === group);
}

const FAILURES = new Set<Kind>(['sign_in_failed', 'pictures_failed', 'recovery_code_failed']);

/** Failed sign-ins have no known actor. */
export const isFailure = (kind: Kind) => FAILURES.has(kind);

/** Whether the server merges repeated events into one. */
export const isMerged = (kind: Kind) => kind === 'sign_in' || kind === 'card_sign_in' || isFailure(kind);

const KINDS_WITH_ACTOR = new Set<Kind>([
  'sign_in',
  'card_sign_in',
  'substitute_began',
  'sign_out_everywhere',
  'session_ended',
  'password_changed',
  'recovery_code_used',
]);

/** Whether the message itself names the actor. */
export const includesActor = (kind: Kind) => KINDS_WITH_ACTOR.has(kind) || isFailure(kind);
