import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';

import { Button } from '@/components/button';

import { loginCardsQuery } from './queries';

const shown = (url: string) => url.replace(/^https?:\/\//, '');

function describeOldCards(count: number, addresses: Set<string | null>): string {
  const [address] = addresses;
  if (addresses.size > 1 || address === null || address === undefined) {
    return plural(count, {
      one: '# login card holds an address that is no longer this computer’s. Its code still works by typing.',
      other:
        '# login cards hold addresses that are no longer this computer’s. Their codes still work by typing.',
    });
  }
  const old = shown(address);
  return plural(count, {
    one: `# login card holds the old address ${old}. Its code still works by typing.`,
    other: `# login cards hold the old address ${old}. Their codes still work by typing.`,
  });
}

type OldAddressNoticeProps = {
  classroomId: string;
  /** URL that a card would get now. */
  address: string;
  /** Opens the dialog that prints cards for these students. */
  onPrint: (studentIds: ReadonlySet<string>) => void;
};

/** Notice with the number of cards of the class that contain an earlier address of the computer. */
export function OldAddressNotice({ classroomId, address, onPrint }: OldAddressNoticeProps) {
  const cards = useQuery(loginCardsQuery(classroomId)).data ?? [];
  const old = cards.filter((card) => card.address !== address);
  if (old.length === 0) return null;
  return (
    <section
      aria-label={t`Login cards`}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-gold-soft px-5 py-3 text-gold-ink"
    >
      <p className="flex min-w-0 grow basis-80 gap-2.5 wrap-anywhere [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
        <IdCard aria-hidden />
        {describeOldCards(old.length, new Set(old.map((card) => card.address)))}
      </p>
      <Button
        onClick={() => {
          onPrint(new Set(old.map(({ studentId }) => studentId)));
        }}
      >
        <Trans>Print New Cards</Trans>
      </Button>
    </section>
  );
}
