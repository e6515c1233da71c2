import { t } from '@lingui/core/macro';

import { Card } from '@/components/card';
import { Loading, SkeletonRows } from '@/components/skeleton';

import { ChooseList } from './choose-list';
import { listName } from './list-name';
import { ReadFailure } from './read-failure';
import type { RosterList } from './use-roster-list';

function ReadingSkeleton() {
  return (
    <Loading label={t`Reading the list...`}>
      <Card>
        <SkeletonRows rows={10} />
      </Card>
    </Loading>
  );
}

/** First step: the teacher chooses a file or pastes the list. `initialText` is a list that was pasted before. */
export function ChooseStep({ list, initialText }: { list: RosterList; initialText: string }) {
  if (list.reading) return <ReadingSkeleton />;
  const failure = list.failure && (
    <ReadFailure
      name={list.source && 'files' in list.source ? listName(list) : null}
      error={list.failure}
      onRetry={list.retry}
    />
  );
  const text = list.source && 'text' in list.source ? list.source.text : initialText;
  return <ChooseList failure={failure} initialText={text} onChoose={list.read} />;
}
