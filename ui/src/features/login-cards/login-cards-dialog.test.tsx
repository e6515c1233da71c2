import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { LoginCardsDialog, type LoginCardsDialogProps } from './login-cards-dialog';

const ADDRESS = 'http://192.168.1.20:8080';
const students = [
  { id: 's1', firstName: 'Amara', lastName: 'Okafor', language: null },
  { id: 's2', firstName: 'Diego', lastName: 'Ramírez', language: 'es' as const },
  { id: 's3', firstName: 'Emma', lastName: 'Li', language: 'ar' as const },
];
const CARDS = 'GET /api/classrooms/c1/login-cards';
const MAKE = 'POST /api/classrooms/c1/login-cards';
const END = 'POST /api/classrooms/c1/login-cards/end';

const cardOf = (studentId: string, madeAt = new Date().toISOString()) => ({
  studentId,
  madeAt,
  lastUsedAt: null,
  address: ADDRESS,
});
const makeCards: NonNullable<Handlers[typeof MAKE]> = ({ body }) =>
  json(
    body.studentIds.map((studentId) => ({ studentId, code: `H4KP7WQ${studentId.slice(1)}` })),
    201,
  );

function open(handlers: Handlers = {}, props: Partial<LoginCardsDialogProps> = {}) {
  const calls = serve({ [CARDS]: () => json([cardOf('s1')]), [MAKE]: makeCards, ...handlers });
  const onClose = vi.fn();
  const { user } = render(
    <LoginCardsDialog
      classroom={{ id: 'c1', name: 'Room 12' }}
      students={students}
      selected={new Set()}
      who="everybody"
      address={ADDRESS}
      onRetry={vi.fn()}
      onClose={onClose}
      {...props}
    />,
  );
  return { user, calls, onClose };
}

const print = vi.fn();
beforeEach(() => {
  print.mockReset();
  vi.stubGlobal('print', print);
});

/** What is printed: it is in the page while `print` is called, and hidden on the screen. */
const sheets = () => document.querySelector('.print-alone');

describe('printing login cards', () => {
  // spec: 2.33
  it('says what is replaced by each choice, and counts on the button', async () => {
    const { user } = open();
    expect(await screen.findByRole('button', { name: 'Make and Print 3 Cards' })).toBeEnabled();
    expect(screen.getByText('3 students, 1 sheet')).toBeVisible();
    expect(screen.getByText('1 student has a card, made today.')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Only the selected students/ })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /Students without a card/ }));
    expect(screen.getByText('2 students: Diego Ramírez, Emma Li')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make and Print 2 Cards' })).toBeEnabled();
    expect(screen.queryByText(/has a card/)).toBeNull();
  });

  // spec: 2.33
  it('makes the cards, prints them with their codes, and prints the same again until it is done', async () => {
    const { user, calls, onClose } = open();
    print.mockImplementation(() => {
      expect(sheets()?.querySelectorAll('.login-card')).toHaveLength(3);
      expect(sheets()).toHaveTextContent('H4KP 7WQ1');
      const cards = [...(sheets()?.querySelectorAll<HTMLElement>('.login-card') ?? [])];
      expect(cards.map(({ lang, dir }) => [lang, dir])).toEqual([
        ['en', 'ltr'],
        ['es', 'ltr'],
        ['ar', 'rtl'],
      ]);
      expect(cards[0]).toHaveTextContent('1. Scan, or open');
      expect(cards[1]).toHaveTextContent('1. Escanea o abre');
      expect(cards[2]).not.toHaveTextContent('Scan');
    });
    await user.click(await screen.findByRole('button', { name: 'Make and Print 3 Cards' }));
    expect(await screen.findByRole('heading', { name: 'Did the cards come out well?' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('3 cards were made. The old ones no longer work.');
    expect(print).toHaveBeenCalledOnce();
    // Not on the screen: print.alone is hidden there.
    expect(within(screen.getByRole('dialog')).queryByText(/H4KP/)).toBeNull();
    expect(sheets()).toHaveClass('hidden');
    expect(sheets()).toHaveTextContent('192.168.1.20:8080');
    await user.click(screen.getByRole('button', { name: 'Print Again' }));
    expect(print).toHaveBeenCalledTimes(2);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
    const made = calls.filter(({ method }) => method === 'POST');
    expect(made.map(({ body, key }) => ({ body, hasKey: key !== null }))).toEqual([
      { body: { studentIds: ['s1', 's2', 's3'] }, hasKey: true },
    ]);
  });

  // spec: 2.33, 11.7
  it('repeats a lost answer with the same key; if the cards were made, the next press makes new ones', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => errorResponse(409, 'This was made already.', { code: 'already_made' }),
    ];
    const { user, calls } = open({ [MAKE]: (call) => answers.shift()?.() ?? makeCards(call) });
    const press = async () =>
      user.click(await screen.findByRole('button', { name: 'Make and Print 3 Cards' }));
    await press();
    expect(await screen.findByText(/The login cards didn't arrive/)).toBeVisible();
    await press();
    expect(await screen.findByText('This was made already.')).toBeVisible();
    expect(print).not.toHaveBeenCalled();
    await press();
    expect(await screen.findByRole('heading', { name: 'Did the cards come out well?' })).toBeVisible();
    const [first, second, third] = calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  // spec: 2.33
  it('without a network makes no card', async () => {
    const onRetry = vi.fn();
    const { user } = open({}, { address: null, onRetry });
    expect(await screen.findByRole('alert')).toHaveTextContent("This computer isn't in a network now");
    expect(screen.queryByRole('button', { name: /Make and Print/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  // spec: 2.33
  it('of one student asks nothing but the paper, which is remembered', async () => {
    const { user } = open({}, { who: 'only', selected: new Set(['s2']) });
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Print Login Card');
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Diego Ramírez');
    await user.selectOptions(await screen.findByLabelText('Paper'), 'A4 (210 × 297 mm)');
    await user.click(screen.getByRole('button', { name: 'Make and Print 1 Card' }));
    expect(await screen.findByText(/1 card was made/)).toBeVisible();
    expect(sheets()?.querySelector('.card-sheet-a4')).not.toBeNull();
    expect(localStorage.getItem('paper')).toBe('a4');
  });

  // spec: 2.31
  it('ends the cards of the chosen students after a confirmation', async () => {
    const { user, calls, onClose } = open({ [END]: () => noContent() });
    await user.click(await screen.findByRole('button', { name: 'End Cards' }));
    const question = screen.getByRole('alertdialog', { name: 'End 1 card?' });
    await user.click(within(question).getByRole('button', { name: 'End Cards' }));
    expect(await screen.findByText('1 login card ended')).toBeVisible();
    expect(onClose).toHaveBeenCalledOnce();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ studentIds: ['s1'] });
  });
});
