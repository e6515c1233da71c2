import { createStore } from '@/lib/create-store';

/** The code of every response while the class's database is damaged. */
export const NEEDS_RESCUE = 'needs_rescue';

/** Whether a response had this code. The rescue page then replaces the application until the database is restored. */
export const rescueNeeded = createStore(false);
