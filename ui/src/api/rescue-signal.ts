import { createStore } from '@/lib/create-store';

/** The code of every response while the class's database is damaged. */
export const NEEDS_RESCUE = 'needs_rescue';

/** Whether a response had that code: until the database is repaired, there is nothing else to show. */
export const rescueNeeded = createStore(false);
