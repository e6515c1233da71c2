import { Plural, Trans } from '@lingui/react/macro';
import { expect, it } from 'vitest';

import { render } from '@/testing/render';

it.each(['Learn <b>bold</b> tags', 'use <br/> here', '</0> x', 'a <0/> b', 'print "\\u0041"'])(
  'shows the text %s of a person unchanged',
  (written) => {
    const { container } = render(
      <p>
        <Trans>
          Goal <bdi>{written}</bdi>, done
        </Trans>
      </p>,
    );
    expect(container.querySelector('p')).toHaveTextContent(`Goal ${written}, done`);
    expect(container.querySelector('bdi')).toHaveTextContent(written);
  },
);

it('formats numbers and chooses plurals', () => {
  const count = 1234;
  const { container } = render(
    <p>
      <Trans>
        <b>{count}</b> of <Plural value={count} one="# goal" other="# goals" />
      </Trans>
    </p>,
  );
  expect(container.querySelector('p')).toHaveTextContent('1234 of 1,234 goals');
});
