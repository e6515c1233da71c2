import { createStore } from '@/lib/create-store';

/** The code of every response while the class's database is damaged. */
export const NEEDS_RECOVERY = 'needs_rescue';

/** Whether a response had this code. The recovery page then replaces the application until the database is restored. */
export const recoveryNeeded = createStore(false);
