import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { buildTeacherUser } from '@/testing/builders';
import { render } from '@/testing/render';

import HelpPage from './help';

const SECTION_COUNT = 6;

/** Waits for the guide, which is loaded late. */
const openHelp = (path = '/teacher/help') =>
  act(() =>
    Promise.resolve(
      render(
        <>
          <Link to="/teacher/help">Help in the sidebar</Link>
          <Routes>
            <Route path="/teacher/help/:slug?" element={<HelpPage />} />
          </Routes>
        </>,
        { path, signedInAs: buildTeacherUser() },
      ),
    ),
  );

const searchField = () => screen.findByRole('searchbox', { name: 'Search help' });
/** Headings of the sections, which all answers are under. */
const sections = () => screen.queryAllByRole('heading', { level: 2 });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the help page', () => {
  // spec: 3.17
  it('lists the answers by section, each with a link', async () => {
    await openHelp();
    expect(await title('Help')).toBeVisible();
    const section = within(screen.getByRole('region', { name: 'Signing in' }));
    const link = section.getByRole('link', { name: 'A child forgot the password' });
    expect(link).toHaveAttribute('href', '/teacher/help/a-child-forgot-the-password');
    expect(sections()).toHaveLength(SECTION_COUNT);
    expect(document.title).toBe('Help - GoalBucks');
  });

  // spec: 3.17
  it('finds answers, marks the words and announces the number', async () => {
    const { user } = await openHelp();
    await user.type(await searchField(), 'card lost');
    await waitFor(() => {
      expect(screen.getByRole('status')).toHaveTextContent(/^\d+ answers$/);
    });
    const first = screen.getAllByRole('link', { name: /card/ })[0];
    expect(first).toHaveTextContent(/^A login card is lost/);
    const marks = [...(first?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent);
    expect(marks.slice(0, 2)).toEqual(['card', 'lost']);
    expect(sections()).toEqual([]);
  });

  // spec: 3.17
  it('returns from an answer to what was found', async () => {
    const { user, goBack } = await openHelp();
    await user.type(await searchField(), 'forgot');
    const link = await screen.findByRole('link', { name: /^A child forgot the password/ });
    const found = screen.getByRole('status').textContent;
    await user.click(link);
    expect(await title('A child forgot the password')).toBeVisible();
    goBack();
    expect(await searchField()).toHaveValue('forgot');
    expect(screen.getByRole('status')).toHaveTextContent(found);
    expect(found).toMatch(/^\d+ answers$/);
  });

  it('empties the search when it is opened anew', async () => {
    const { user } = await openHelp('/teacher/help?q=forgot');
    expect(await searchField()).toHaveValue('forgot');
    await user.click(screen.getByRole('link', { name: 'Help in the sidebar' }));
    await waitFor(() => {
      expect(sections()).toHaveLength(SECTION_COUNT);
    });
    expect(await searchField()).toHaveValue('');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  // spec: 3.17
  it('says what to try when nothing is found, above all answers', async () => {
    const { user } = await openHelp();
    await user.type(await searchField(), 'xyzzy');
    await waitFor(() => {
      expect(screen.getByRole('status')).toHaveTextContent('Try a single one, such as “password” or “photo”');
    });
    expect(sections()).toHaveLength(SECTION_COUNT);
  });

  // spec: 3.17
  it('focuses the search by the slash, which is a character in the field', async () => {
    const { user } = await openHelp();
    const field = await searchField();
    await user.keyboard('/');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    await user.keyboard('/');
    expect(field).toHaveValue('/');
  });

  // spec: 3.17
  it('shows all answers in place of one that no longer exists', async () => {
    await openHelp('/teacher/help/no-such-answer');
    expect(await title('Help')).toBeVisible();
    expect(screen.getByText(/^This answer is no longer here\./)).toBeVisible();
    expect(sections()).toHaveLength(SECTION_COUNT);
  });
});

describe('an answer', () => {
  // spec: 3.17
  it('has numbered steps, the buttons that lead to the page, and the way back', async () => {
    await openHelp('/teacher/help/thirty-children-cant-connect');
    expect(await title("Thirty children can't connect")).toBeVisible();
    const [, steps] = screen.getAllByRole('list');
    expect(steps?.children).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'Open Connect students' })).toHaveAttribute(
      'href',
      '/teacher/connect',
    );
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(trail.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/teacher/help');
    expect(trail.getByText('Getting started')).toBeVisible();
    expect(document.title).toBe("Thirty children can't connect - GoalBucks");
  });

  it('leads to other answers', async () => {
    const { user } = await openHelp('/teacher/help/thirty-children-cant-connect');
    await user.click(await screen.findByRole('link', { name: 'Mark a goal done without proof' }));
    expect(await title('Mark a goal done without proof')).toBeVisible();
  });

  // spec: 3.17
  it('can be printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await openHelp('/teacher/help/print-login-cards');
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
