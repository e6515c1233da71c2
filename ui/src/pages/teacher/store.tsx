import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Classroom, PurchaseRow } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { toast } from '@/components/toast/toast-store';
import { useClassrooms } from '@/features/classrooms/queries';
import { Fulfillment } from '@/features/purchases/fulfillment';
import { pendingPurchasesQuery } from '@/features/purchases/queries';
import { AddItemDialog } from '@/features/store/add-item-dialog';
import { storeItemsQuery } from '@/features/store/queries';
import { StoreItems } from '@/features/store/store-items';
import { QueryView } from '@/shared/query-view';

import { ClassSelect } from './class-select';
import { NoClassesYet } from './no-classes-yet';
import { FULFILLMENT, ITEMS, useStorePlace } from './use-store-place';

type StoreTabsProps = {
  classroom: Classroom;
  tab: string;
  onTab: (tab: string) => void;
  onAdd: () => void;
};

function StoreTabs({ classroom, tab, onTab, onAdd }: StoreTabsProps) {
  const items = useQuery(storeItemsQuery(classroom.id));
  const pending = useQuery(pendingPurchasesQuery(classroom.id)).data?.length;
  const restocks = ({ itemId }: PurchaseRow) =>
    items.data?.some(({ id, stock }) => id === itemId && stock !== null) ?? false;
  return (
    <Tabs
      label="The store"
      value={tab}
      onValueChange={onTab}
      items={[
        {
          value: ITEMS,
          label: 'Items',
          ...(items.data && { count: items.data.length }),
          panel: <StoreItems items={items} onAdd={onAdd} />,
        },
        {
          value: FULFILLMENT,
          label: 'Fulfillment',
          ...(pending !== undefined && {
            count: pending,
            countLabel: `${pending} pending`,
            hot: pending > 0,
          }),
          panel: <Fulfillment classroomId={classroom.id} restocks={restocks} />,
        },
      ]}
    />
  );
}

type ClassStoreProps = {
  classes: Classroom[];
  classroom: Classroom;
  place: ReturnType<typeof useStorePlace>;
  onAdd: (classroom: Classroom) => void;
};

function ClassStore({ classes, classroom, place, onAdd }: ClassStoreProps) {
  const add = () => {
    onAdd(classroom);
  };
  return (
    <Page
      title="Store"
      actions={
        <>
          <ClassSelect classes={classes} value={classroom.id} onChange={place.setClassId} />
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
            Add Item
          </Button>
        </>
      }
    >
      {/* What was opened or searched for in one class isn't carried into another. */}
      <StoreTabs key={classroom.id} classroom={classroom} tab={place.tab} onTab={place.setTab} onAdd={add} />
    </Page>
  );
}

/** Adding an item to the class that was chosen when it began: what is typed for one class never goes to another. */
function useAddItem(classes: Classroom[] | undefined, onAdded: () => void) {
  const [begun, setBegun] = useState<Classroom | null>(null);
  const classroom = begun && (classes?.find(({ id }) => id === begun.id) ?? null);
  const goneName = begun && classes && !classroom ? begun.name : null;
  useEffect(() => {
    if (goneName === null) return;
    const description = `${goneName} has been deleted, so nothing can be added to its store.`;
    toast({ tone: 'error', title: 'Class not found', description });
  }, [goneName]);
  const close = () => {
    setBegun(null);
  };
  const dialog = (
    <AddItemDialog
      classroom={classroom}
      onClose={close}
      onAdded={() => {
        close();
        onAdded();
      }}
    />
  );
  return { add: setBegun, dialog };
}

/** What stands in place of a store. */
function NoStore({ classes }: { classes: UseQueryResult<Classroom[]> }) {
  return (
    <Page title="Store">
      <Card as="section">
        <QueryView
          query={classes}
          title="Your classes didn't load"
          loading="Loading store..."
          skeleton={<SkeletonRows rows={6} />}
        >
          {() => (
            <NoClassesYet createLabel="Create Class">
              Every class has its own store. Create a class first.
            </NoClassesYet>
          )}
        </QueryView>
      </Card>
    </Page>
  );
}

/** The stores of the teacher's classes, one at a time. */
export default function StorePage() {
  const classes = useClassrooms();
  const place = useStorePlace();
  const chosen = classes.data?.find((classroom) => classroom.id === place.classId) ?? classes.data?.[0];
  const { add, dialog } = useAddItem(classes.data, () => {
    place.setTab(ITEMS);
  });
  return (
    <>
      {classes.data && chosen ? (
        <ClassStore classes={classes.data} classroom={chosen} place={place} onAdd={add} />
      ) : (
        <NoStore classes={classes} />
      )}
      {dialog}
    </>
  );
}
