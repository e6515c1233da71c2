import type { UseMutationResult } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';

import { failureToast } from '@/api/failure-toast';
import { Button } from '@/components/button';

type ShowFolderButtonProps = {
  showing: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>;
  /** What the toast says when it didn't open. */
  failed: string;
  children: string;
};

/** Opens a folder on the screen of the class computer. */
export function ShowFolderButton({ showing, failed, children }: ShowFolderButtonProps) {
  return (
    <Button
      icon={<FolderOpen aria-hidden />}
      pending={showing.isPending}
      pendingLabel="Opening"
      onClick={() => {
        showing.mutate(undefined, {
          onError: (error) => {
            failureToast(failed, error);
          },
        });
      }}
    >
      {children}
    </Button>
  );
}
