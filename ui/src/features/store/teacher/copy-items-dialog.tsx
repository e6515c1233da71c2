import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { Classroom, StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogClose } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { ClassOptions } from '@/shared/class-options';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { useSubmission } from '@/shared/form/form-context';
import { FormSelectField } from '@/shared/form/select-field';

import { useCopyItems } from '../mutations';
import { storeItemsQuery } from '../queries';

type Store = Pick<Classroom, 'id' | 'name'>;
type ItemsOf = (classroomId: string) => StoreItem[] | undefined;
type Values = { fromClassroomId: string };

const schemaOf = (itemsOf: ItemsOf) =>
  z.object({
    fromClassroomId: z.string().check(
      z.minLength(1, { error: () => t`Choose a class.`, abort: true }),
      z.refine((id) => itemsOf(id)?.length !== 0, { error: () => t`This class has no items yet.` }),
    ),
  });

/** The items with a name that the store doesn't have, as the server compares them. */
function missingIn(own: StoreItem[], items: StoreItem[]): StoreItem[] {
  const taken = new Set(own.map(({ name }) => name.toLowerCase()));
  return items.filter(({ name }) => !taken.has(name.toLowerCase()));
}

/** How many items come from the chosen class, and how many it has; undefined while that isn't known. */
function useCounts(own: StoreItem[] | undefined, itemsOf: ItemsOf) {
  const items = itemsOf(useWatch<Values>({ name: 'fromClassroomId' }));
  return own && items && { coming: missingIn(own, items).length, all: items.length };
}

type CountsProps = { counts: ReturnType<typeof useCounts> };

function WhatComes({ counts }: CountsProps) {
  if (!counts || counts.all === 0)
    return <Trans>All items are copied, with description, price, stock and picture.</Trans>;
  const { coming, all } = counts;
  if (coming === 0) return describeAllThere(all);
  return (
    <Plural
      value={coming}
      one="# item is copied, with description, price, stock and picture."
      other="# items are copied, with description, price, stock and picture."
    />
  );
}

function WhatIsLeftOut({ counts }: CountsProps) {
  const left = counts && counts.coming > 0 ? counts.all - counts.coming : 0;
  if (left === 0) return <Trans>Items with a name that is there already are left out.</Trans>;
  return (
    <Plural
      value={left}
      one="# item with a name that is there already is left out."
      other="# items with a name that is there already are left out."
    />
  );
}

const describeAllThere = (all: number) =>
  plural(all, { one: 'The # item is there already.', other: 'All # items are there already.' });

type FieldsProps = { classes: readonly Classroom[]; own: StoreItem[] | undefined; itemsOf: ItemsOf };

function Fields({ classes, own, itemsOf }: FieldsProps) {
  const { isPending } = useSubmission();
  const counts = useCounts(own, itemsOf);
  return (
    <>
      <FormSelectField name="fromClassroomId" label={t`Copy from`} disabled={isPending}>
        <option value="" disabled>
          <Trans>Choose a class</Trans>
        </option>
        <ClassOptions classes={classes} countOf={(id) => itemsOf(id)?.length} />
      </FormSelectField>
      <ul className="list-disc ps-5 text-ink-2">
        <li>
          <span role="status">
            <WhatComes counts={counts} />
          </span>
        </li>
        <li>
          <WhatIsLeftOut counts={counts} />
        </li>
        <li>
          <Trans>Nothing changes in the other class.</Trans>
        </li>
      </ul>
      <FormActions pendingLabel={t`Copying items`}>
        {counts !== undefined && counts.coming > 0 ? (
          <Plural value={counts.coming} one="Copy # Item" other="Copy # Items" />
        ) : (
          <Trans>Copy Items</Trans>
        )}
      </FormActions>
    </>
  );
}

type CopyItemsFormProps = {
  classroom: Store;
  /** The other classes. */
  classes: readonly Classroom[];
  onCopied: () => void;
};

/** Items of each class, while they are known. */
function useItemsOf(classes: readonly Classroom[]): ItemsOf {
  return useQueries({
    queries: classes.map(({ id }) => storeItemsQuery(id)),
    combine: (results) => {
      const items = new Map(results.map(({ data }, index) => [classes[index]?.id, data]));
      return (classroomId: string) => items.get(classroomId);
    },
  });
}

function CopyItemsForm({ classroom, classes, onCopied }: CopyItemsFormProps) {
  const own = useQuery(storeItemsQuery(classroom.id)).data;
  const itemsOf = useItemsOf(classes);
  const copying = useCopyItems(classroom.id);
  return (
    <Form
      schema={schemaOf(itemsOf)}
      initialValues={{ fromClassroomId: classes.length === 1 ? (classes[0]?.id ?? '') : '' }}
      mutation={copying}
      asksBeforeClose={false}
      onValuesChange={copying.reset}
      onSubmit={({ fromClassroomId }) => {
        const all = itemsOf(fromClassroomId)?.length;
        copying.mutate(fromClassroomId, {
          onSuccess: ({ count }) => {
            toast({
              title:
                count > 0 || all === undefined
                  ? plural(count, { one: '# item copied', other: '# items copied' })
                  : describeAllThere(all),
            });
            onCopied();
          },
        });
      }}
    >
      <Fields classes={classes} own={own} itemsOf={itemsOf} />
    </Form>
  );
}

function NoOtherClass() {
  return (
    <>
      <p className="mt-4">
        <Trans>You have no other class. As soon as you have one, you can copy its items here.</Trans>
      </p>
      <div className="mt-6 flex justify-end">
        <DialogClose>
          <Button>
            <Trans>Close</Trans>
          </Button>
        </DialogClose>
      </div>
    </>
  );
}

type CopyItemsDialogProps = Omit<CopyItemsFormProps, 'classroom'> & {
  /** Class whose store gets the items; null closes the dialog. */
  classroom: Store | null;
  onClose: () => void;
};

/** Copies the items of another class's store, but those whose names are there already. */
export function CopyItemsDialog({ classroom, classes, onClose, onCopied }: CopyItemsDialogProps) {
  const className = classroom?.name;
  return (
    <Dialog
      open={classroom !== null}
      onOpenChange={onClose}
      title={t`Copy Items from Another Class`}
      description={
        classroom && (
          <span className="wrap-anywhere">
            <Trans>
              For the store of <bdi>{className}</bdi>.
            </Trans>
          </span>
        )
      }
    >
      {classroom &&
        (classes.length === 0 ? (
          <NoOtherClass />
        ) : (
          <CopyItemsForm classroom={classroom} classes={classes} onCopied={onCopied} />
        ))}
    </Dialog>
  );
}
