import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { Skeleton } from '@/components/skeleton';
import { teacherLanguage } from '@/lib/language';
import { printPage } from '@/lib/print-page';
import { FormFailure } from '@/shared/form-failure';
import { PaperSelect } from '@/shared/print/paper-select';
import { type Paper, preferredPaper, rememberPaper } from '@/shared/print/preferred-paper';
import { QueryView } from '@/shared/query-view';

import { type CardStudent, replacedCards, studentsByChoice, type Who } from './card-choice';
import { CardSheets } from './card-sheets';
import { type CardTexts, cardTextsOf } from './card-texts';
import { EndCardsButton } from './end-cards-button';
import type { PrintedCard } from './login-card';
import { useMakeLoginCards } from './mutations';
import { NoAddress } from './no-address';
import { PrintedCards } from './printed-cards';
import { loginCardsQuery } from './queries';
import { ReplacedCards } from './replaced-cards';
import { WhoGetsACard } from './who-gets-a-card';

type CardsProps = {
  classroom: { id: string; name: string };
  /** All students of the class, in the order in which they are printed. */
  students: CardStudent[];
  /** Ids of the chosen students. */
  selected: ReadonlySet<string>;
  /** Who gets a card unless the teacher chooses others; `only`: the selected students, without a choice. */
  who: Who | 'only';
};

type Address = {
  /** URL that is printed, without path; null: the computer is in no network; undefined: it isn't known yet. */
  address: string | null | undefined;
  onRetry: () => void;
};

type ChoicesProps = CardsProps & {
  cards: { studentId: string; madeAt: string }[];
  paper: Paper;
  onPaper: (paper: Paper) => void;
  onMade: (cards: PrintedCard[], replaced: boolean) => void;
  onEnded: () => void;
};

/** The cards as they are printed, in the order of the students. */
function toCards(
  students: CardStudent[],
  made: { studentId: string; code: string }[],
  texts: CardTexts[],
): PrintedCard[] {
  const codes = new Map(made.map(({ studentId, code }) => [studentId, code]));
  return students.map(({ id, firstName, lastName }, index) => ({
    studentId: id,
    code: codes.get(id) ?? '',
    firstName,
    lastName,
    ...(texts[index] ?? { language: teacherLanguage(), texts: i18n }),
  }));
}

function MakeActions({ count, pending, onPress }: { count: number; pending: boolean; onPress: () => void }) {
  return (
    <DialogActions>
      <Button
        variant="primary"
        icon={<Printer aria-hidden />}
        disabled={count === 0}
        pending={pending}
        pendingLabel={t`Making the cards`}
        onClick={onPress}
      >
        {plural(count, { one: 'Make and Print # Card', other: 'Make and Print # Cards' })}
      </Button>
    </DialogActions>
  );
}

/** Focuses the first choice. The dialog has opened before there was one, so that its close button has the focus. */
function useFirstFocus() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input:checked, select')?.focus();
  }, []);
  return ref;
}

/** Choice of students, the cards that are replaced, the paper, and the button that makes and prints the cards. */
function Choices({ classroom: { id }, students, selected, who, cards, ...props }: ChoicesProps) {
  const [chosenWho, setWho] = useState<Who>(who === 'only' ? 'selected' : who);
  const making = useMakeLoginCards(id);
  const { isPending: pending, error } = making;
  useBlockClosing(pending);
  const fields = useFirstFocus();
  const choices = studentsByChoice(students, selected, cards);
  const chosen = choices[chosenWho];
  const { replaced, madeAt } = replacedCards(chosen, cards);
  const hasReplaced = replaced.length > 0;
  const make = () => {
    const loading = cardTextsOf(chosen);
    making.mutate(
      chosen.map((student) => student.id),
      {
        onSuccess: (made) => {
          void loading.then((texts) => {
            props.onMade(toCards(chosen, made, texts), hasReplaced);
          });
        },
      },
    );
  };
  return (
    <div ref={fields} className="mt-4 flex flex-col gap-4">
      {who !== 'only' && (
        <WhoGetsACard choices={choices} value={chosenWho} disabled={pending} onChange={setWho} />
      )}
      {hasReplaced && (
        <ReplacedCards count={replaced.length} madeAt={madeAt}>
          <EndCardsButton
            classes={[{ classroomId: id, studentIds: replaced.map(({ studentId }) => studentId) }]}
            onEnded={props.onEnded}
          />
        </ReplacedCards>
      )}
      <PaperSelect
        value={props.paper}
        hint={t`8 cards a page, with marks to cut along. In the print window choose 100%, or “Actual size”.`}
        onChange={props.onPaper}
      />
      <FormFailure error={error} pending={pending} />
      <MakeActions count={chosen.length} pending={pending} onPress={make} />
    </div>
  );
}

type Made = { cards: PrintedCard[]; replaced: boolean; address: string };

type ContentProps = CardsProps & Address & { onClose: () => void };

function Content({ address, onRetry, onClose, ...props }: ContentProps) {
  const { classroom } = props;
  const cards = useQuery(loginCardsQuery(classroom.id));
  const [paper, setPaper] = useState(preferredPaper);
  const [made, setMade] = useState<Made | null>(null);
  if (made) {
    return (
      <>
        <PrintedCards count={made.cards.length} replaced={made.replaced} onDone={onClose} />
        <CardSheets cards={made.cards} paper={paper} className={classroom.name} address={made.address} />
      </>
    );
  }
  if (address === null) return <NoAddress onRetry={onRetry} />;
  return (
    <QueryView
      query={cards}
      level={3}
      title={t`The login cards didn't load`}
      loading={t`Loading login cards...`}
      skeleton={<Skeleton className="mt-4 h-60" />}
      isEmpty={() => false}
      pending={address === undefined}
    >
      {(cards) => (
        <Choices
          {...props}
          cards={cards}
          paper={paper}
          onPaper={(next) => {
            rememberPaper(next);
            setPaper(next);
          }}
          onEnded={onClose}
          onMade={(made, replaced) => {
            // The sheets have to be in the page before it is printed.
            flushSync(() => {
              setMade({ cards: made, replaced, address: address ?? '' });
            });
            printPage();
          }}
        />
      )}
    </QueryView>
  );
}

export type LoginCardsDialogProps = CardsProps & Address & { onClose: () => void };

/** Makes login cards and prints them. The codes are kept in memory until it closes, and never shown on the screen. */
export function LoginCardsDialog(props: LoginCardsDialogProps) {
  const { classroom, students, selected, who, onClose } = props;
  const only = who === 'only' ? students.find(({ id }) => selected.has(id)) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={only ? t`Print Login Card` : t`Print Login Cards`}
      description={
        <bdi className="wrap-anywhere">{only ? `${only.firstName} ${only.lastName}` : classroom.name}</bdi>
      }
    >
      <Content {...props} />
    </Dialog>
  );
}
