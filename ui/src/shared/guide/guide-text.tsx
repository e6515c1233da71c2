import { Link } from 'react-router';

import { answerPath } from './answer-path';
import type { Inline } from './guide-types';

type GuideTextProps = {
  text: Inline[];
  /** Whether titles of other answers are links. */
  links: boolean;
};

/** Text of the guide with names of controls and links to other answers. */
export function GuideText({ text, links }: GuideTextProps) {
  return text.map((part, index) => {
    if (typeof part === 'string') return part;
    if ('name' in part)
      return (
        <b key={index} className="font-bold text-ink">
          {part.name}
        </b>
      );
    if (!links) return `“${part.text}”`;
    return (
      <Link
        key={index}
        to={answerPath(part.answer)}
        className="rounded-control text-brand-ink underline underline-offset-3"
      >
        {part.text}
      </Link>
    );
  });
}
