import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { serverClock } from '@/lib/server-clock';
import { messages as spanishCommon } from '@/locales/es/common.po';
import { messages as spanish } from '@/locales/es/read-aloud.po';
import { messages as spanishStudent } from '@/locales/es/student.po';
import { buildGoal, buildStoreItem, buildSubmission } from '@/testing/builders';

import { joinSentences, shorten, type Spoken, spokenText } from './spoken-text';

const speak = (spoken: Spoken) => spokenText(spoken, document.body);

const dayFromToday = (days: number) => {
  const date = serverClock.today();
  date.setDate(date.getDate() + days);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};

const inSpanish = (check: () => void) => {
  i18n.load('es', { ...spanishCommon, ...spanishStudent, ...spanish });
  i18n.activate('es');
  try {
    check();
  } finally {
    i18n.activate('en');
  }
};

describe('what is read aloud of a goal', () => {
  const goal = buildGoal({ name: 'Read for 20 minutes', goalbucks: 1250, dueDate: dayFromToday(1) });

  // spec: 20.2
  it('is its name, worth, due date and state, with numbers that any voice reads', () => {
    expect(speak({ goal })).toBe('Read for 20 minutes. 1250 GoalBucks. Due tomorrow. Not sent yet.');
    inSpanish(() => {
      expect(speak({ goal })).toBe(
        'Read for 20 minutes. 1250 GoalBucks. Fecha límite: mañana. Aún no la has entregado.',
      );
    });
  });

  // spec: 20.2
  it('says a date with the names of day and month', () => {
    const later = { ...goal, goalbucks: 1, dueDate: '2099-11-20' };
    expect(speak({ goal: later })).toBe(
      'Read for 20 minutes. 1 GoalBuck. Due Friday, November 20, 2099. Not sent yet.',
    );
    inSpanish(() => {
      expect(speak({ goal: later })).toContain('1 GoalBuck. Fecha límite: viernes, 20 de noviembre de 2099.');
    });
  });

  // spec: 20.2
  it('says what became of the proof', () => {
    const createdAt = new Date(serverClock.now()).toISOString();
    const pending = buildSubmission({ goalId: goal.id, createdAt });
    const denied = { ...pending, status: 'denied' as const, reviewedAt: createdAt };
    expect(speak({ goal, submission: pending })).toBe(
      'Read for 20 minutes. 1250 GoalBucks. Sent today. Pending Review.',
    );
    expect(speak({ goal, submission: denied })).toBe('Read for 20 minutes. 1250 GoalBucks. Denied.');
    expect(speak({ goal, submission: { ...denied, allowResubmission: true } })).toBe(
      'Read for 20 minutes. 1250 GoalBucks. Due tomorrow. Returned. You can try again and send new proof.',
    );
    expect(speak({ goal: { ...goal, status: 'completed', completedAt: createdAt } })).toBe(
      'Read for 20 minutes. 1250 GoalBucks. Completed today.',
    );
    expect(speak({ goal: { ...goal, overdue: true, dueDate: dayFromToday(-3) } })).toBe(
      'Read for 20 minutes. 1250 GoalBucks. Overdue: was due 3 days ago. Not sent yet.',
    );
  });

  // spec: 20.2
  it('ends with what counts as proof while the goal is current', () => {
    expect(speak({ goal: { ...goal, dueDate: null, details: 'A photo of your log' } })).toBe(
      'Read for 20 minutes. 1250 GoalBucks. Not sent yet. A photo of your log.',
    );
  });
});

describe('what is read aloud of an item', () => {
  const item = buildStoreItem({ name: 'Film on Friday!', goalbucksCost: 1300, description: 'You choose it' });

  // spec: 20.2
  it('is its name, cost and state, and its description', () => {
    expect(speak({ item, balance: 2000 })).toBe('Film on Friday! 1300 GoalBucks. You choose it.');
    expect(speak({ item: { ...item, stock: 1234 }, balance: 2000 })).toContain(' 1234 left. You');
    expect(speak({ item: { ...item, stock: 0 }, balance: 2000 })).toContain(' Sold out. ');
    expect(speak({ item, balance: 65 })).toContain(' Not Enough GoalBucks. 1235 more to go. ');
    inSpanish(() => {
      expect(speak({ item, balance: 65 })).toBe(
        'Film on Friday! 1300 GoalBucks. No te alcanzan los GoalBucks. Faltan 1235. You choose it.',
      );
    });
  });
});

describe('what is read aloud of a notice', () => {
  // spec: 20.2
  it('is its title and text, without buttons and comments', () => {
    document.body.innerHTML = `
      <section data-notice>
        <h2>You got 12,500 GoalBucks back</h2>
        <ul><li>“<bdi>Film</bdi>” was cancelled.<div data-comment><p>Your teacher wrote</p><p>Sorry!</p></div></li></ul>
        <button>Close</button><button id="speaker"></button>
      </section>`;
    const button = document.querySelector('#speaker');
    expect(button && spokenText({}, button)).toBe('You got 12500 GoalBucks back. “Film” was cancelled.');
    document.body.replaceChildren();
  });
});

describe('a long text', () => {
  // spec: 20.2
  it('ends with the last sentence within 300 characters, or else the last word', () => {
    const sentence = `${'word '.repeat(19)}end.`;
    expect(shorten(`${sentence} ${sentence} ${sentence} ${sentence}`)).toBe(
      `${sentence} ${sentence} ${sentence}`,
    );
    expect(shorten('word '.repeat(100))).toBe('word '.repeat(60).trim());
    expect(shorten('a'.repeat(400))).toHaveLength(300);
    expect(shorten(`${sentence} ${sentence}`)).toBe(`${sentence} ${sentence}`);
  });

  it('is read line by line', () => {
    expect(joinSentences(['First line\nSecond line!\n', null, ' '])).toBe('First line. Second line!');
  });
});
