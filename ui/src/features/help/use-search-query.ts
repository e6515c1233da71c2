import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { useKeydown } from '@/hooks/use-keydown';

const NAME = 'q';

type SearchQuery = {
  query: string;
  setQuery: (query: string) => void;
  field: RefObject<HTMLInputElement | null>;
};

/**
 * The query of the search field, kept in the address: Back from an answer returns to what was found. The field is
 * uncontrolled, since the address follows what is typed with a delay.
 */
export function useSearchQuery(): SearchQuery {
  const [params, setParams] = useSearchParams();
  const query = params.get(NAME) ?? '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After navigation, such as by the sidebar.
    if (field.current && field.current !== document.activeElement) field.current.value = query;
  }, [query]);
  useKeydown((event) => {
    if (event.key !== '/' || !field.current) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]'))
      return;
    event.preventDefault();
    field.current.focus();
  });
  const setQuery = (next: string) => {
    setParams(next.trim() ? { [NAME]: next } : {}, { replace: true });
  };
  return { query, setQuery, field };
}
