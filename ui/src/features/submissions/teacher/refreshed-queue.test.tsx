import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  card,
  stubMissingBrowserApis,
  hasCard,
  inCard,
  row,
  serveSubmissions,
  renderQueue,
} from './review-queue-test-utils';

beforeEach(stubMissingBrowserApis);

/** Fakes the layout: the cards are one below the other, 300 px each. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = screen.getAllByRole('article').indexOf(this as HTMLElement) * 300;
    return { top, bottom: top + 300 } as DOMRect;
  });
}

const photo = (id: string) => row(id, { imageUrl: `/api/submissions/${id}/image` });

describe('a list that is refreshed', () => {
  // spec: 7.17
  it('keeps what is being typed, and the focus, when one comes in above', async () => {
    const server = serveSubmissions();
    const { user, refresh } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('b').getByRole('button', { name: 'Deny' }));
    await user.keyboard('Half a ');
    layOut();
    server.pending = [row('new'), ...server.pending];
    await refresh();
    await screen.findByText('Goal new');
    await user.keyboard('sent');
    expect(inCard('b').getByRole('textbox')).toHaveValue('Half a sent');
    expect(inCard('b').getByRole('textbox')).toHaveFocus();
  });

  it('leaves the card that is being reviewed where it is on the screen', async () => {
    const server = serveSubmissions();
    const { user, refresh } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('b').getByRole('button', { name: 'Deny' }));
    layOut();
    server.pending = [row('new'), ...server.pending];
    await refresh();
    await screen.findByText('Goal new');
    expect(scrollBy).toHaveBeenCalledExactlyOnceWith(0, 300);
  });

  it('gives the arrow keys the first card that the bars at the top leave visible', async () => {
    serveSubmissions();
    const { user } = renderQueue();
    await screen.findByText('Goal a');
    layOut();
    document.documentElement.style.scrollPaddingTop = '300px';
    await user.keyboard('{ArrowRight}');
    expect(card('b')).toHaveFocus();
    document.documentElement.style.scrollPaddingTop = '';
  });

  it('shows what is new on top while nobody is at it', async () => {
    const server = serveSubmissions();
    const { refresh } = renderQueue();
    await screen.findByText('Goal a');
    layOut();
    server.pending = [row('new'), ...server.pending];
    await refresh();
    await screen.findByText('Goal new');
    expect(scrollBy).not.toHaveBeenCalled();
  });

  it('says so when what is being reviewed has gone', async () => {
    const server = serveSubmissions();
    const { user, refresh } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('a').getByRole('button', { name: 'Deny' }));
    server.pending = [row('b')];
    await refresh();
    expect(await screen.findByText('No longer pending')).toBeVisible();
    expect(screen.getByText('Student a took it back, or it was reviewed elsewhere.')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('gives the focus of what has gone to the next one', async () => {
    const server = serveSubmissions();
    const { refresh } = renderQueue();
    await screen.findByText('Goal a');
    act(() => {
      inCard('b').getByRole('button', { name: 'Approve' }).focus();
    });
    server.pending = [row('a'), row('c')];
    await refresh();
    await waitFor(() => {
      expect(hasCard('b')).toBe(false);
    });
    expect(card('c')).toHaveFocus();
  });

  it('that knows of a review before its answer is there says nothing and goes on to the next', async () => {
    const server = serveSubmissions();
    const { user, refresh } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard('a').getByRole('button', { name: 'Approve' }));
    let answer: () => void = () => undefined;
    server.answered = new Promise((resolve) => (answer = resolve));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(server.pending.map(({ id }) => id)).toEqual(['b', 'c']);
    });
    await refresh();
    await waitFor(() => {
      expect(hasCard('a')).toBe(false);
    });
    expect(screen.queryByText('No longer pending')).toBeNull();
    answer();
    expect(await screen.findByText('Submission reviewed')).toBeVisible();
    expect(card('b')).toHaveFocus();
  });
});

describe('the photo viewer', () => {
  async function view(id: string, order: 'newest' | 'oldest' = 'newest') {
    localStorage.setItem('submission_order', order);
    const server = serveSubmissions({ pending: [photo('c'), photo('b'), photo('a')] });
    const { user, refresh } = renderQueue();
    await screen.findByText('Goal a');
    await user.click(inCard(id).getByRole('button', { name: /^Enlarge/ }));
    return { server, user, refresh };
  }
  const shown = () => screen.getByRole('dialog').querySelector('img')?.getAttribute('alt');

  it('stays at its photo when others come in', async () => {
    const { server, refresh } = await view('b');
    expect(screen.getByText('2 of 3')).toBeVisible();
    server.pending = [photo('d'), ...server.pending];
    await refresh();
    expect(await screen.findByText('3 of 4')).toBeVisible();
    expect(shown()).toBe('Proof from Student b for Goal b');
  });

  it('keeps a photo that has gone from the list, says so and leads on to its neighbours', async () => {
    const { server, user, refresh } = await view('b');
    server.pending = [photo('c'), photo('a')];
    await refresh();
    expect(await screen.findByText('No longer pending')).toBeVisible();
    expect(shown()).toBe('Proof from Student b for Goal b');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe('Proof from Student a for Goal a');
  });

  it('leads on in the order of the page', async () => {
    const { server, user, refresh } = await view('b', 'oldest');
    expect(screen.getByText('2 of 3')).toBeVisible();
    server.pending = [photo('c'), photo('a')];
    await refresh();
    await screen.findByText('No longer pending');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe('Proof from Student c for Goal c');
  });

  it('shows what the student wrote, and leads on with the arrow keys from there too', async () => {
    const { user } = await view('b');
    const note = screen.getByRole('region', { name: 'Student note' });
    expect(note).toHaveTextContent('Proof b');
    note.focus();
    await user.keyboard('{ArrowDown}');
    expect(shown()).toBe('Proof from Student b for Goal b');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe('Proof from Student a for Goal a');
    expect(screen.getByRole('region', { name: 'Student note' })).toHaveTextContent('Proof a');
  });

  it('stays open when the list is empty', async () => {
    const { server, refresh } = await view('b');
    server.pending = [];
    await refresh();
    expect(await screen.findByText('No longer pending')).toBeVisible();
    expect(shown()).toBe('Proof from Student b for Goal b');
  });
});
