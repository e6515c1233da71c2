import { msg } from '@lingui/core/macro';

import type { Picture } from './queries';

/** Names of the pictures, in the order in which all children see them. */
export const pictureNames = {
  cat: msg({ message: 'Cat', comment: 'A picture' }),
  fish: msg({ message: 'Fish', comment: 'A picture' }),
  bird: msg({ message: 'Bird', comment: 'A picture' }),
  turtle: msg({ message: 'Turtle', comment: 'A picture' }),
  apple: msg({ message: 'Apple', comment: 'A picture' }),
  flower: msg({ message: 'Flower', comment: 'A picture' }),
  tree: msg({ message: 'Tree', comment: 'A picture' }),
  sun: msg({ message: 'Sun', comment: 'A picture' }),
  moon: msg({ message: 'Moon', comment: 'A picture' }),
  car: msg({ message: 'Car', comment: 'A picture' }),
  house: msg({ message: 'House', comment: 'A picture' }),
  umbrella: msg({ message: 'Umbrella', comment: 'A picture' }),
} satisfies Record<Picture, unknown>;

export const PICTURES = Object.keys(pictureNames) as Picture[];
