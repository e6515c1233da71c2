import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { PendingSubmissions } from '@/features/submissions/pending-submissions';
import { usePendingSubmissions } from '@/features/submissions/queries';
import { ShortcutHints } from '@/features/submissions/shortcut-hints';
import { useShortcutsSwitch } from '@/features/submissions/use-shortcuts';
import { PendingSuggestions } from '@/features/suggestions/pending-suggestions';
import { usePendingSuggestions } from '@/features/suggestions/queries';

/** The tab stands in the address, so that Back leads to it. */
function useTab() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'suggestions' ? 'suggestions' : 'submissions';
  const asked = useRef<string>(tab);
  useEffect(() => {
    asked.current = tab;
  }, [tab]);
  const go = (next: string) => {
    // A press asks twice, as pressing focuses too; Back would have to be pressed twice as well.
    if (asked.current === next) return;
    asked.current = next;
    setParams(next === 'submissions' ? {} : { tab: next });
  };
  return [tab, go] as const;
}

/** Moves the focus to the tab that a link in the other one has opened: the link is hidden then. */
function useFollowedTab(tab: string) {
  const followed = useRef(false);
  useEffect(() => {
    if (followed.current) document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    followed.current = false;
  }, [tab]);
  return () => {
    followed.current = true;
  };
}

const counted = (pending: number | undefined) =>
  pending !== undefined && { count: pending, countLabel: `${pending} pending`, hot: pending > 0 };

export default function SubmissionsPage() {
  const submissions = usePendingSubmissions().data?.length;
  const suggestions = usePendingSuggestions().data?.length;
  const [tab, go] = useTab();
  const onFollow = useFollowedTab(tab);
  const [shortcuts, turnShortcuts] = useShortcutsSwitch();
  const shown = tab === 'submissions';
  const otherTab = (waiting = 0, noun: string, to: string) =>
    waiting > 0 ? { waiting, noun, to, onFollow } : null;
  return (
    <Page title="Submissions" heading="Submissions & Goal Suggestions">
      <Tabs
        label="What waits for you"
        value={tab}
        onValueChange={go}
        aside={shown && submissions !== 0 && <ShortcutHints on={shortcuts} onTurn={turnShortcuts} />}
        items={[
          {
            value: 'submissions',
            label: 'Submissions',
            ...counted(submissions),
            kept: true,
            panel: (
              <PendingSubmissions
                shortcuts={shown && shortcuts}
                otherTab={otherTab(suggestions, 'goal suggestion', '?tab=suggestions')}
              />
            ),
          },
          {
            value: 'suggestions',
            label: 'Goal Suggestions',
            ...counted(suggestions),
            kept: true,
            panel: <PendingSuggestions otherTab={otherTab(submissions, 'submission', '?')} />,
          },
        ]}
      />
    </Page>
  );
}
