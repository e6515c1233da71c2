import { createStore } from '@/lib/create-store';

/**
 * A list that was pasted into Manage Students, for the import page that opens. In memory, because the entries of the
 * browser's history, which may contain passwords then, are kept on the disk.
 */
export const pastedList = createStore<string | null>(null);
