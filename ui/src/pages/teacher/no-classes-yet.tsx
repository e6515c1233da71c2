import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/art';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';

/** Leads to the first class; the text says what comes of it. */
export function NoClassesYet({ children }: { children: ReactNode }) {
  const { openCreateClass } = useCreateClassOutlet();
  return (
    <EmptyState
      art={<ChairsArt />}
      title="No classes yet"
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
          Create Your First Class
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
