import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Copy, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Classroom, PurchaseListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Menu, MenuItem } from '@/components/menu';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { toast } from '@/components/toast/toast-store';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { Fulfillment } from '@/features/purchases/teacher/fulfillment';
import { pendingPurchasesOfTeacherQuery, pendingPurchasesQuery } from '@/features/purchases/teacher/queries';
import { AddItemDialog } from '@/features/store/add-item-dialog';
import { storeItemsQuery } from '@/features/store/queries';
import { StoreItems } from '@/features/store/store-items';
import { CopyItemsDialog } from '@/features/store/teacher/copy-items-dialog';
import { StoreSwitch } from '@/features/store/teacher/store-switch';
import { ClassSelect } from '@/pages/teacher/class-select';
import { NoClassesState } from '@/pages/teacher/no-classes-state';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { PriceHint } from './price-hint';
import { FULFILLMENT, ITEMS, useStoreSearchParams } from './use-store-search-params';

type StoreTabsProps = {
  classroom: Classroom;
  tab: string;
  onTab: (tab: string) => void;
  onAdd: () => void;
  onCopy: (() => void) | undefined;
};

function StoreTabs({ classroom, tab, onTab, onAdd, onCopy }: StoreTabsProps) {
  const items = useQuery(storeItemsQuery(classroom.id));
  const pending = useQuery(pendingPurchasesQuery(classroom.id)).data?.length;
  const restocks = ({ itemId }: PurchaseListItem) =>
    items.data?.some(({ id, stock }) => id === itemId && stock !== null) ?? false;
  return (
    <Tabs
      label={t`The store`}
      value={tab}
      onValueChange={onTab}
      items={[
        {
          value: ITEMS,
          label: t`Items`,
          ...(items.data && { count: items.data.length }),
          panel: (
            <StoreItems
              items={items}
              onAdd={onAdd}
              onCopy={onCopy}
              priceHint={(cost) => <PriceHint classroom={classroom} cost={cost} />}
            />
          ),
        },
        {
          value: FULFILLMENT,
          label: t`Fulfillment`,
          ...(pending !== undefined && {
            count: pending,
            countLabel: plural(pending, { one: '# pending', other: '# pending' }),
            highlighted: pending > 0,
          }),
          panel: <Fulfillment classroom={classroom} isStockCounted={restocks} />,
        },
      ]}
    />
  );
}

type ClassStoreProps = {
  classes: Classroom[];
  classroom: Classroom;
  searchParams: ReturnType<typeof useStoreSearchParams>;
  onAdd: (classroom: Classroom) => void;
  onCopy: (classroom: Classroom) => void;
};

/** Number of pending purchases by class, while they are shown. */
function usePendingCounts(isShown: boolean) {
  const purchases = useQuery({ ...pendingPurchasesOfTeacherQuery(useUser().id), enabled: isShown });
  return (classroomId: string) =>
    isShown ? purchases.data?.filter((purchase) => purchase.classroomId === classroomId).length : undefined;
}

function ClassStore({ classes, classroom, searchParams, onAdd, onCopy }: ClassStoreProps) {
  const pendingCount = usePendingCounts(searchParams.tab === FULFILLMENT);
  const add = () => {
    onAdd(classroom);
  };
  const copy =
    classes.length === 1
      ? undefined
      : () => {
          onCopy(classroom);
        };
  return (
    <Page
      title={t`Store`}
      actions={
        <>
          <ClassSelect
            classes={classes}
            value={classroom.id}
            countOf={pendingCount}
            onChange={searchParams.setClassId}
          />
          {copy && (
            <Menu label={t`More for this store`}>
              <MenuItem icon={<Copy aria-hidden />} onSelect={copy}>
                <Trans>Copy Items from Another Class</Trans>
              </MenuItem>
            </Menu>
          )}
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
            <Trans>Add Item</Trans>
          </Button>
        </>
      }
    >
      <StoreSwitch key={`switch ${classroom.id}`} classroom={classroom} />
      {/* Keyed, so that state isn't carried over to another class. */}
      <StoreTabs
        key={classroom.id}
        classroom={classroom}
        tab={searchParams.tab}
        onTab={searchParams.setTab}
        onAdd={add}
        onCopy={copy}
      />
    </Page>
  );
}

/** The class that was selected when a dialog opened; null while it is closed. Closes it if the class is deleted. */
function useTargetClass(classes: Classroom[] | undefined) {
  const [targetClass, setTargetClass] = useState<Classroom | null>(null);
  const classroom = targetClass && (classes?.find(({ id }) => id === targetClass.id) ?? null);
  const deletedName = targetClass && classes && !classroom ? targetClass.name : null;
  useEffect(() => {
    if (deletedName === null) return;
    const description = t`${deletedName} has been deleted, so nothing can be added to its store.`;
    toast({ tone: 'error', title: t`Class not found`, description });
  }, [deletedName]);
  const close = () => {
    setTargetClass(null);
  };
  return { classroom, open: setTargetClass, close };
}

type StoreDialogsProps = {
  classes: Classroom[] | undefined;
  adding: ReturnType<typeof useTargetClass>;
  copying: ReturnType<typeof useTargetClass>;
  /** Called when items were added. */
  onAdded: () => void;
};

/** The dialogs that add items, each bound to the class that was selected when it opened. */
function StoreDialogs({ classes = [], adding, copying, onAdded }: StoreDialogsProps) {
  return (
    <>
      <AddItemDialog
        classroom={adding.classroom}
        priceHint={(cost) => adding.classroom && <PriceHint classroom={adding.classroom} cost={cost} />}
        onClose={adding.close}
        onAdded={() => {
          adding.close();
          onAdded();
        }}
      />
      <CopyItemsDialog
        classroom={copying.classroom}
        classes={classes.filter(({ id }) => id !== copying.classroom?.id)}
        onClose={copying.close}
        onCopied={() => {
          copying.close();
          onAdded();
        }}
      />
    </>
  );
}

/** Loading, error or empty state of the store page. */
function StorePlaceholder({ classes }: { classes: UseQueryResult<Classroom[]> }) {
  return (
    <Page title={t`Store`}>
      <Card as="section">
        <QueryView
          query={classes}
          title={t`Your classes didn't load`}
          loading={t`Loading store...`}
          skeleton={<SkeletonRows rows={6} />}
        >
          {() => (
            <NoClassesState createLabel={t`Create Class`}>
              <Trans>Every class has its own store. Create a class first.</Trans>
            </NoClassesState>
          )}
        </QueryView>
      </Card>
    </Page>
  );
}

const doesNotRestock = () => false;

/** The store as a substitute has it: what is to be handed out. */
function HandOutPage({ classroom }: { classroom: Classroom }) {
  return (
    <Page title={t`Store`}>
      <Fulfillment classroom={classroom} isStockCounted={doesNotRestock} />
    </Page>
  );
}

/** The stores of the teacher's classes, one at a time. */
export default function StorePage() {
  const classes = useClassrooms();
  const searchParams = useStoreSearchParams();
  const chosen =
    classes.data?.find((classroom) => classroom.id === searchParams.classId) ?? classes.data?.[0];
  const adding = useTargetClass(classes.data);
  const copying = useTargetClass(classes.data);
  const mayManage = useMay(chosen, 'manage');
  if (chosen && !mayManage) return <HandOutPage classroom={chosen} />;
  return (
    <>
      {classes.data && chosen ? (
        <ClassStore
          classes={classes.data}
          classroom={chosen}
          searchParams={searchParams}
          onAdd={adding.open}
          onCopy={copying.open}
        />
      ) : (
        <StorePlaceholder classes={classes} />
      )}
      <StoreDialogs
        classes={classes.data}
        adding={adding}
        copying={copying}
        onAdded={() => {
          searchParams.setTab(ITEMS);
        }}
      />
    </>
  );
}
