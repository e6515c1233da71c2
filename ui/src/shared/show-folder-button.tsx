import type { UseMutationResult } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';

import { Button } from '@/components/button';

type ShowFolderButtonProps = {
  showing: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>;
  children: string;
};

/** Opens a folder on the screen of the class computer. */
export function ShowFolderButton({ showing, children }: ShowFolderButtonProps) {
  return (
    <Button
      icon={<FolderOpen aria-hidden />}
      pending={showing.isPending}
      pendingLabel="Opening"
      onClick={() => {
        showing.mutate();
      }}
    >
      {children}
    </Button>
  );
}
