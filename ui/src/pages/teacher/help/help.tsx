import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';

import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { Page } from '@/components/page';
import { printPage } from '@/lib/print-page';
import { HELP_PATH } from '@/shared/guide/answer-path';
import { GuideAnswer } from '@/shared/guide/guide-answer';
import type { Answer, GuideSection } from '@/shared/guide/guide-types';
import { findAnswer, useGuide } from '@/shared/guide/use-guide';

import { HelpIndex } from './help-index';

function AnswerPage({ section, answer }: { section: GuideSection; answer: Answer }) {
  return (
    <Page
      title={answer.title}
      breadcrumb={<Breadcrumb crumbs={[{ label: t`Help`, to: HELP_PATH }, { label: section.title }]} />}
      actions={
        <Button variant="ghost" icon={<Printer aria-hidden />} onClick={printPage}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <GuideAnswer blocks={answer.blocks} />
    </Page>
  );
}

/** The guide for teachers: all answers, or one of them. */
export default function HelpPage() {
  const guide = useGuide();
  const { slug } = useParams();
  const found = slug === undefined ? undefined : findAnswer(guide, slug);
  if (found) return <AnswerPage {...found} />;
  return <HelpIndex guide={guide} missing={slug !== undefined} />;
}
