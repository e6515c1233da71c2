import { useSearchParams } from 'react-router';

export const ITEMS = 'items';
export const FULFILLMENT = 'fulfillment';

/** Selected class and tab of the store, kept in the URL. */
export function useStoreSearchParams() {
  const [params, setParams] = useSearchParams();
  const classId = params.get('class');
  const tab = params.get('tab') === FULFILLMENT ? FULFILLMENT : ITEMS;
  const setParam = (name: string, current: string | null) => (value: string) => {
    if (value === current) return;
    setParams((now) => {
      // The filters belong to the purchases of the class that was shown.
      now.delete('item');
      now.delete('student');
      now.set(name, value);
      return now;
    });
  };
  return {
    classId,
    setClassId: setParam('class', classId),
    tab,
    setTab: setParam('tab', tab),
  };
}
