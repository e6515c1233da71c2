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
import { plainText } from './search-guide';

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

function Steps({ steps }: { steps: Step[] }) {
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
              <GuideText text={text} />
            </p>
            {details.map((detail, at) => (
              <p key={at} className="text-ink-2">
                <GuideText text={detail} />
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

function renderBlock(block: Block, first: boolean): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-6 mb-2">{block.text}</h2>;
    case 'steps':
      return <Steps steps={block.steps} />;
    case 'actions':
      return <Actions actions={block.actions} />;
    case 'paragraph':
      return (
        <p className={first ? 'text-lead' : 'mt-2'}>
          <GuideText text={block.text} />
        </p>
      );
  }
}

/** The content of an answer, below its title. */
export function GuideAnswer({ blocks }: { blocks: Block[] }) {
  return (
    <div className="max-w-170">
      {blocks.map((block, index) => (
        <div key={index}>{renderBlock(block, index === 0)}</div>
      ))}
    </div>
  );
}
