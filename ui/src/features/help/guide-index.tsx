import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';

import { Card } from '@/components/card';
import { answerPath } from '@/shared/guide/answer-path';
import type { Guide, GuideSection } from '@/shared/guide/guide-types';

/** A row that leads to an answer. */
export function AnswerLink({ slug, children }: { slug: string; children: ReactNode }) {
  return (
    <Link
      to={answerPath(slug)}
      className="flex min-h-11 items-center justify-between gap-3 rounded-control px-5 py-2 no-underline hover:bg-sunken print:min-h-0 print:py-1"
    >
      <span className="min-w-0">{children}</span>
      <ChevronRight aria-hidden className="size-4 text-ink-3 rtl:-scale-x-100 print:hidden" />
    </Link>
  );
}

function SectionCard({ section }: { section: GuideSection }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="break-inside-avoid pb-2">
      <h2 id={id} className="px-5 pt-4 pb-2">
        {section.title}
      </h2>
      <ul>
        {section.answers.map(({ slug, title }) => (
          <li key={slug}>
            <AnswerLink slug={slug}>{title}</AnswerLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The sections of the guide with the titles of their answers. */
export function GuideIndex({ guide }: { guide: Guide }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {guide.map((section) => (
        <SectionCard key={section.title} section={section} />
      ))}
    </div>
  );
}
