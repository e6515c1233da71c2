import {
  ArrowRight,
  GraduationCap,
  Inbox,
  type LucideIcon,
  Printer,
  QrCode,
  Settings,
  Store,
  Target,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';

import { GuideText } from './guide-text';
import type { Action, Block, Step } from './guide-types';
import { plainText } from './plain-text';

/** Icons of the pages, by the path without its query. */
const icons: Record<string, LucideIcon> = {
  '/teacher/classes': GraduationCap,
  '/teacher/students': Users,
  '/teacher/goals': Target,
  '/teacher/submissions': Inbox,
  '/teacher/store': Store,
  '/teacher/connect': QrCode,
  '/teacher/connect/it-note': Printer,
  '/teacher/settings': Settings,
};

type StepsProps = { steps: Step[]; links: boolean };

function Steps({ steps, links }: StepsProps) {
  return (
    <ol className="my-6 flex flex-col gap-4">
      {steps.map(({ text, details }, index) => (
        <li key={index} className="flex break-inside-avoid gap-3">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-small bg-brand-soft font-bold text-brand-ink"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-0.75">
            <p className="font-mid">
              <GuideText text={text} links={links} />
            </p>
            {details.map((detail, at) => (
              <p key={at} className="text-ink-2">
                <GuideText text={detail} links={links} />
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Actions({ actions }: { actions: Action[] }) {
  return (
    <p className="my-6 flex flex-wrap gap-3 print:hidden">
      {actions.map(({ to, label }, index) => {
        const Icon = icons[to.replace(/\?.*/, '')] ?? ArrowRight;
        return (
          <ButtonLink
            key={to}
            to={to}
            variant={index === 0 ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden />}
          >
            {plainText(label)}
          </ButtonLink>
        );
      })}
    </p>
  );
}

function renderBlock(block: Block, first: boolean, links: boolean): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-6 mb-2">{block.text}</h2>;
    case 'steps':
      return <Steps steps={block.steps} links={links} />;
    case 'actions':
      return links && <Actions actions={block.actions} />;
    case 'paragraph':
      return (
        <p className={first ? 'text-lead' : 'mt-2'}>
          <GuideText text={block.text} links={links} />
        </p>
      );
  }
}

type GuideAnswerProps = {
  blocks: Block[];
  /** Whether it has links to other answers and to the pages that it is about. */
  links?: boolean;
};

/** The content of an answer, below its title. */
export function GuideAnswer({ blocks, links = true }: GuideAnswerProps) {
  return (
    <div className="max-w-170">
      {blocks.map((block, index) => (
        <div key={index}>{renderBlock(block, index === 0, links)}</div>
      ))}
    </div>
  );
}
