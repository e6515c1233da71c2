import { msg } from '@lingui/core/macro';

import type { GoalPicture } from '@/api/types';

/** Names of the pictures, in the order of the form: learning, body and things, behavior, jobs, store. */
export const pictureNames = {
  book: msg({ message: 'Book', comment: 'A picture' }),
  pencil: msg({ message: 'Pencil', comment: 'A picture' }),
  abacus: msg({ message: 'Counting', comment: 'A picture' }),
  globe: msg({ message: 'Globe', comment: 'A picture' }),
  flask: msg({ message: 'Science', comment: 'A picture' }),
  palette: msg({ message: 'Paint', comment: 'A picture' }),
  music: msg({ message: 'Music', comment: 'A picture' }),
  ball: msg({ message: 'Ball', comment: 'A picture' }),
  broom: msg({ message: 'Broom', comment: 'A picture' }),
  backpack: msg({ message: 'Backpack', comment: 'A picture' }),
  clock: msg({ message: 'Clock', comment: 'A picture' }),
  hand: msg({ message: 'Hand up', comment: 'A picture' }),
  heart: msg({ message: 'Heart', comment: 'A picture' }),
  speech: msg({ message: 'Speech', comment: 'A picture' }),
  ear: msg({ message: 'Ear', comment: 'A picture' }),
  puzzle: msg({ message: 'Puzzle', comment: 'A picture' }),
  soap: msg({ message: 'Wash hands', comment: 'A picture' }),
  letter: msg({ message: 'Letter', comment: 'A picture' }),
  'watering-can': msg({ message: 'Watering can', comment: 'A picture' }),
  laptop: msg({ message: 'Laptop', comment: 'A picture' }),
  chair: msg({ message: 'Chair', comment: 'A picture' }),
  film: msg({ message: 'Film', comment: 'A picture' }),
  gift: msg({ message: 'Gift', comment: 'A picture' }),
  star: msg({ message: 'Star', comment: 'A picture' }),
} satisfies Record<GoalPicture, unknown>;

export const GOAL_PICTURES = Object.keys(pictureNames) as GoalPicture[];
