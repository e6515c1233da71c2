import { t } from '@lingui/core/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';

import { Button } from '@/components/button';

type ShowFolderButtonProps = {
  mutation: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>;
  children: string;
};

/** Opens a folder on the screen of the class computer. */
export function ShowFolderButton({ mutation, children }: ShowFolderButtonProps) {
  return (
    <Button
      icon={<FolderOpen aria-hidden />}
      pending={mutation.isPending}
      pendingLabel={t`Opening`}
      onClick={() => {
        mutation.mutate();
      }}
    >
      {children}
    </Button>
  );
}
