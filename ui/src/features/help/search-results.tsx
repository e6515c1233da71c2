import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Card } from '@/components/card';

import { AnswerLink } from './guide-index';
import { type Found, markWords } from './search-guide';

function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className="rounded-small bg-gold-soft text-gold-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function Answers({ found, words }: { found: Found[]; words: string[] }) {
  return (
    <Card className="max-w-190 py-2">
      <ul>
        {found.map(({ answer, excerpt }) => (
          <li key={answer.slug}>
            <AnswerLink slug={answer.slug}>
              <span className="block font-mid text-brand-ink">
                <Marked text={answer.title} words={words} />
              </span>
              <span className="line-clamp-2 text-ink-2">
                <Marked text={excerpt} words={words} />
              </span>
            </AnswerLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type SearchResultsProps = { words: string[]; found: Found[] };

/** The answers that have the words. Their number is announced to screen readers. */
export function SearchResults({ words, found }: SearchResultsProps) {
  const answerCount = found.length;
  return (
    <>
      <p role="status" className="mb-3 text-ink-2 empty:mb-0">
        {words.length > 0 &&
          (answerCount > 0 ? (
            plural(answerCount, { one: '# answer', other: '# answers' })
          ) : (
            <Trans>
              No answer has these words. Try a single one, such as “password” or “photo”, or choose below.
            </Trans>
          ))}
      </p>
      {answerCount > 0 && <Answers found={found} words={words} />}
    </>
  );
}
