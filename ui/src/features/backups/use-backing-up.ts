import { failureToast } from '@/api/failure-toast';
import { toast } from '@/components/toast/toast-store';

import { useBackUp } from './queries';

export const BACKUP_FAILED = 'Failed to make backup. Please try again.';

/** Makes a backup and says what came of it; one at a time. */
export function useBackingUp() {
  const { mutate, isPending, error } = useBackUp();
  const backUp = (passphrase?: string, onMade?: () => void) => {
    mutate(passphrase, {
      onSuccess: () => {
        toast({
          title: 'Backup made',
          description: 'It was read again as a proof. Save a copy on a USB stick now and then.',
        });
        onMade?.();
      },
      onError: (failure) => {
        failureToast(BACKUP_FAILED, failure);
      },
    });
  };
  return { backUp, pending: isPending, failure: error };
}

export type BackingUp = ReturnType<typeof useBackingUp>;
