import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { useIsSubstitute } from '@/auth/substitute';
import { Page } from '@/components/page';
import { type TabItem, Tabs } from '@/components/tabs';
import { PendingSubmissions } from '@/features/submissions/teacher/pending-submissions';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';
import { ShortcutHints } from '@/features/submissions/teacher/shortcut-hints';
import { useShortcutsSetting } from '@/features/submissions/teacher/use-shortcuts';
import { PendingSuggestions } from '@/features/suggestions/teacher/pending-suggestions';
import { usePendingSuggestions } from '@/features/suggestions/teacher/queries';
import type { OtherTab } from '@/shared/review-list/other-tab-prompt';

/** Tab in the URL, so that Back works. */
function useTabSearchParam() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'suggestions' ? 'suggestions' : 'submissions';
  const requested = useRef<string>(tab);
  useEffect(() => {
    requested.current = tab;
  }, [tab]);
  const setTab = (next: string) => {
    // A click fires twice (focus and click); ignore the second, to avoid a duplicate history entry.
    if (requested.current === next) return;
    requested.current = next;
    setParams(next === 'submissions' ? {} : { tab: next });
  };
  return [tab, setTab] as const;
}

/** Focuses the tab that a link in the other tab has opened. */
function useFocusFollowedTab(tab: string) {
  const followed = useRef(false);
  useEffect(() => {
    if (followed.current) document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    followed.current = false;
  }, [tab]);
  return () => {
    followed.current = true;
  };
}

function tabCount(pending: number | undefined): Partial<TabItem> {
  if (pending === undefined) return {};
  return {
    count: pending,
    countLabel: plural(pending, { one: '# pending', other: '# pending' }),
    highlighted: pending > 0,
  };
}

export default function SubmissionsPage() {
  const submissions = usePendingSubmissions().data?.length;
  const suggestions = usePendingSuggestions().data?.length;
  const isSubstitute = useIsSubstitute();
  const [requestedTab, setTab] = useTabSearchParam();
  const tab = isSubstitute ? 'submissions' : requestedTab;
  const onFollow = useFocusFollowedTab(tab);
  const [shortcuts, setShortcuts] = useShortcutsSetting();
  const isSubmissionsTab = tab === 'submissions';
  const otherTab = (waiting = 0, kind: OtherTab['kind'], to: string) =>
    waiting > 0 ? { waiting, kind, to, onFollow } : null;
  return (
    <Page title={t`Submissions`} heading={isSubstitute ? t`Submissions` : t`Submissions & Goal Suggestions`}>
      <Tabs
        label={t`What waits for you`}
        value={tab}
        onValueChange={setTab}
        aside={
          isSubmissionsTab && submissions !== 0 && <ShortcutHints on={shortcuts} onChange={setShortcuts} />
        }
        items={[
          {
            value: 'submissions',
            label: t`Submissions`,
            ...tabCount(submissions),
            keepMounted: true,
            panel: (
              <PendingSubmissions
                shortcuts={isSubmissionsTab && shortcuts}
                otherTab={otherTab(suggestions, 'suggestions', '?tab=suggestions')}
              />
            ),
          },
          ...(isSubstitute
            ? []
            : [
                {
                  value: 'suggestions',
                  label: t`Goal Suggestions`,
                  ...tabCount(suggestions),
                  keepMounted: true,
                  panel: <PendingSuggestions otherTab={otherTab(submissions, 'submissions', '?')} />,
                },
              ]),
        ]}
      />
    </Page>
  );
}
