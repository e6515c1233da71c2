import { useSearchParams } from 'react-router';

export const ITEMS = 'items';
export const FULFILLMENT = 'fulfillment';

/**
 * Which class's store and which of its tabs is looked at: they stand in the address, so that a reload keeps them and Back
 * leads to them.
 */
export function useStorePlace() {
  const [params, setParams] = useSearchParams();
  const classId = params.get('class');
  const tab = params.get('tab') === FULFILLMENT ? FULFILLMENT : ITEMS;
  const set = (name: string, before: string | null) => (value: string) => {
    if (value === before) return;
    setParams((now) => {
      now.set(name, value);
      return now;
    });
  };
  return {
    classId,
    setClassId: set('class', classId),
    tab,
    setTab: set('tab', tab),
  };
}
