import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';

import { TextField } from '@/components/input';
import { Page } from '@/components/page';
import { GuideIndex } from '@/features/help/guide-index';
import { searchGuide, wordsOf } from '@/features/help/search-guide';
import { SearchResults } from '@/features/help/search-results';
import { useSearchQuery } from '@/features/help/use-search-query';
import type { Guide } from '@/shared/guide/guide-types';

type HelpIndexProps = {
  guide: Guide;
  /** The address is that of an answer that doesn't exist. */
  missing: boolean;
};

/** All answers of the guide, and the search. */
export function HelpIndex({ guide, missing }: HelpIndexProps) {
  const { query, setQuery, field } = useSearchQuery();
  const words = wordsOf(query);
  const found = searchGuide(guide, words);
  return (
    <Page title={t`Help`}>
      {missing && (
        <p className="mb-4 max-w-170 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
          <Trans>This answer is no longer here. Search for it, or choose another one.</Trans>
        </p>
      )}
      <div role="search" className="mb-5 max-w-140">
        <TextField
          ref={field}
          type="search"
          label={t`Search help`}
          hideLabel
          placeholder={t`What do you want to do?`}
          leading={<Search aria-hidden />}
          inputClass="min-h-12!"
          autoComplete="off"
          defaultValue={query}
          onChange={(event) => {
            setQuery(event.target.value);
          }}
        />
      </div>
      <SearchResults words={words} found={found} />
      {found.length === 0 && <GuideIndex guide={guide} />}
      <p className="mt-5 text-small text-ink-2 print:hidden">
        <Trans>These answers come with GoalBucks. They need no internet.</Trans>
      </p>
    </Page>
  );
}
