import { use, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

import { TabVisibleContext } from '@/components/tabs';

import {
  chosenLabels,
  type FilterFields,
  type FilterName,
  type FilterOption,
  filterOptions,
  type FilterValues,
  matchesFilters,
} from './filter-options';

export type Filters = {
  /** The chosen values that exist. */
  values: FilterValues;
  options: Partial<Record<FilterName, FilterOption[]>>;
  isSet: boolean;
  /** Chooses a value; null for all. */
  choose: (name: FilterName, value: string | null) => void;
  clear: () => void;
};

/** Filters in the page's address. They replace each other in the history, so that Back leaves the page. */
export function useFilterParams(names: readonly FilterName[]) {
  const [params, setParams] = useSearchParams();
  const values: FilterValues = {};
  for (const name of names) {
    const value = params.get(name);
    if (value !== null) values[name] = value;
  }
  const remove = (removed: readonly FilterName[]) => {
    setParams(
      (now) => {
        for (const name of removed) now.delete(name);
        return now;
      },
      { replace: true },
    );
  };
  const choose = (name: FilterName, value: string | null) => {
    if (value === null) {
      remove([name]);
      return;
    }
    setParams(
      (now) => {
        now.set(name, value);
        return now;
      },
      { replace: true },
    );
  };
  return { values, choose, remove };
}

/** Removes values that don't exist from the address, which shows all again. */
export function useRemoveUnknown(
  unknown: readonly FilterName[],
  remove: (names: readonly FilterName[]) => void,
) {
  const removeUnknown = useEffectEvent(() => {
    remove(unknown);
  });
  const isAnyUnknown = unknown.length > 0;
  useEffect(() => {
    if (isAnyUnknown) removeUnknown();
  }, [isAnyUnknown]);
}

const namesOf = (fields: object) => Object.keys(fields) as FilterName[];

/**
 * Filters of a list that is complete in the browser; undefined while it loads. A chosen value stays when its last row
 * goes, but one of the address that no row has had is removed.
 */
export function useListFilters<Row>(rows: readonly Row[] | undefined, fields: FilterFields<Row>) {
  const isShown = use(TabVisibleContext);
  const { values: ofAddress, choose, remove } = useFilterParams(namesOf(fields));
  // A hidden tab isn't filtered by the values of the one that is shown.
  const wanted = isShown ? ofAddress : {};
  const [seen, setSeen] = useState<{ values: FilterValues; labels: FilterValues }>({
    values: {},
    labels: {},
  });
  const found = chosenLabels(rows ?? [], fields, wanted);
  const isNew = (name: FilterName) => seen.values[name] !== wanted[name] || seen.labels[name] !== found[name];
  const fresh = namesOf(found).filter(isNew);
  if (fresh.length > 0) {
    const values = Object.fromEntries(fresh.map((name) => [name, wanted[name]]));
    const labels = Object.fromEntries(fresh.map((name) => [name, found[name]]));
    setSeen({ values: { ...seen.values, ...values }, labels: { ...seen.labels, ...labels } });
  }
  const isKnown = (name: FilterName) => found[name] !== undefined || seen.values[name] === wanted[name];
  const unknown = rows ? namesOf(wanted).filter((name) => !isKnown(name)) : [];
  useRemoveUnknown(unknown, remove);
  const values: FilterValues = Object.fromEntries(
    Object.entries(wanted).filter(([name]) => !unknown.includes(name as FilterName)),
  );
  const names = namesOf(values);
  return {
    values,
    options: filterOptions(rows ?? [], fields, values, seen.labels),
    isSet: names.length > 0,
    choose,
    clear: () => {
      remove(names);
    },
    matches: (row: Row) => matchesFilters(row, fields, values),
  };
}
