import { plural } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatPastDay } from '@/lib/format';

type ReplacedCardsProps = {
  /** Number of cards that are replaced. */
  count: number;
  /** When all of them were made, if it was on one day. */
  madeAt: string | undefined;
};

function describeHolders({ count, madeAt }: ReplacedCardsProps): string {
  if (madeAt === undefined)
    return plural(count, { one: '# student has a card.', other: '# students have a card.' });
  const day = formatPastDay(madeAt);
  return plural(count, {
    one: `# student has a card, made ${day}.`,
    other: `# students have a card, made ${day}.`,
  });
}

/** What happens to the cards that the chosen students have; `children` is a button. */
export function ReplacedCards({ children, ...props }: ReplacedCardsProps & { children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
      <TriangleAlert aria-hidden />
      <div>
        <p className="mb-2">
          <strong>{describeHolders(props)}</strong>{' '}
          <Plural
            value={props.count}
            one="That card stops working as soon as the new one is made. Username and password stay as they are."
            other="Those cards stop working as soon as the new ones are made. Usernames and passwords stay as they are."
          />
        </p>
        {children}
      </div>
    </div>
  );
}
