import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions, DialogClose, useDialogGuard } from '@/components/dialog';
import { TextField } from '@/components/input';
import { toast } from '@/components/toast-store';
import { useLeaveWarning } from '@/components/use-leave-warning';

import { useCreateClassroom } from './queries';

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Class name is required.', abort: true }),
      z.maxLength(200, 'Class name can have at most 200 characters.'),
    ),
  gradeLevel: z.string().check(z.trim(), z.maxLength(200, 'Grade level can have at most 200 characters.')),
});

type Values = z.infer<typeof schema>;

function Actions({ creating }: { creating: boolean }) {
  return (
    <DialogActions>
      <DialogClose>
        <Button variant="ghost">Cancel</Button>
      </DialogClose>
      <Button variant="primary" type="submit" pending={creating} pendingLabel="Creating class">
        Create Class
      </Button>
    </DialogActions>
  );
}

export function CreateClassForm({ onCreated }: { onCreated: (classroom: Classroom) => void }) {
  const creation = useCreateClassroom();
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { name: '', gradeLevel: '' },
  });
  useDialogGuard({ dirty: formState.isDirty, busy: creation.isPending });
  useLeaveWarning(formState.isDirty);
  const refused = isStatus(creation.error, 422) ? creation.error.fields : {};
  const create = handleSubmit(({ name, gradeLevel }) => {
    creation.mutate(
      { name, gradeLevel: gradeLevel || null },
      {
        onSuccess: (classroom) => {
          toast({ title: 'Class created' });
          onCreated(classroom);
        },
        onError: (error) => {
          failureToast('Failed to create class. Please try again.', error);
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={create} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Class Name"
        placeholder="e.g. Math 101"
        autoComplete="off"
        error={formState.errors.name?.message ?? refused['name']}
        {...register('name')}
      />
      <TextField
        label="Grade Level"
        optional
        placeholder="e.g. 5th Grade"
        autoComplete="off"
        error={formState.errors.gradeLevel?.message ?? refused['gradeLevel']}
        {...register('gradeLevel')}
      />
      <Actions creating={creation.isPending} />
    </form>
  );
}

type CreateClassDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (classroom: Classroom) => void;
};

export function CreateClassDialog({ open, onOpenChange, onCreated }: CreateClassDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create Class">
      <CreateClassForm onCreated={onCreated} />
    </Dialog>
  );
}
