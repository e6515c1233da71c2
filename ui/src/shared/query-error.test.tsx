import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ApiError, NetworkError } from '@/api/api-error';
import { render } from '@/testing/render';

import { QueryError } from './query-error';

const refused = (status: number, code: string) =>
  new ApiError(status, '', JSON.stringify({ error: 'The server says so.', code }), '3');

it.each<[string, Error, RegExp]>([
  [
    'that never arrived',
    new NetworkError(null),
    /^The class computer can't be reached\. This fills in by itself/,
  ],
  [
    'that a proxy answered',
    new ApiError(502, 'Bad Gateway', '<h1>', null),
    /^The class computer can't be reached/,
  ],
  [
    'without a database',
    refused(503, 'store_unavailable'),
    /^The server says so\. This page does so by itself\.$/,
  ],
  ['that the disk refused', refused(503, 'disk_failing'), /^The server says so\.$/],
  [
    'that crashed',
    refused(500, 'internal'),
    /^Something went wrong on the class computer\. Nothing was lost\.$/,
  ],
])('a list %s says why', (_what, error, text) => {
  render(<QueryError title="It didn't load" query={{ error, isFetching: false, refetch: vi.fn() }} />);
  expect(screen.getByText(text)).toBeVisible();
});
