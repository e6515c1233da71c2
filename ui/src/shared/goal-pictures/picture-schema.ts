import * as z from 'zod/mini';

import { GOAL_PICTURES } from './picture-names';

/** The picture of a goal or an item in a form; null for none. */
export const optionalPicture = z.nullable(z.enum(GOAL_PICTURES));
