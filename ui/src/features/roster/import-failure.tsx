import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ApiError, isStatus, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

import { ImportAlert } from './read-failure';

function silent(): string {
  return select(
    { server: serverKind() },
    { school: 'The school’s server didn’t answer.', other: 'The class computer didn’t answer.' },
  );
}

/** Error of the import. After a lost response it is unknown whether the students were added. */
export function ImportFailure({ error }: { error: Error }) {
  if (outageOf(error) !== null) {
    return (
      <ImportAlert title={silent()}>
        <Trans>
          So nobody knows yet whether the students were added. Your list and your answers are still here.
        </Trans>
      </ImportAlert>
    );
  }
  const sentence = error instanceof ApiError ? error.error : undefined;
  // The sentences about rows begin with "Nothing was imported".
  const isAboutRow = isStatus(error, 409) || isStatus(error, 422);
  return (
    <ImportAlert title={isAboutRow ? undefined : t`The students weren’t added.`}>
      {sentence} <Trans>Your list and your answers are still here.</Trans>
    </ImportAlert>
  );
}
