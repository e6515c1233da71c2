import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/art';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';

type NoClassesYetProps = { createLabel?: string; children: ReactNode };

/** Leads to the first class; the text says what comes of it. */
export function NoClassesYet({ createLabel = 'Create Your First Class', children }: NoClassesYetProps) {
  const { openCreateClass } = useCreateClassOutlet();
  return (
    <EmptyState
      art={<ChairsArt />}
      title="No classes yet"
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
          {createLabel}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
