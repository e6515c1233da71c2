import { Trans } from '@lingui/react/macro';

/** Description of a dialog that concerns one student. */
export function ForStudent({ name }: { name: string }) {
  return (
    <span className="wrap-anywhere">
      <Trans>
        For <bdi>{name}</bdi>.
      </Trans>
    </span>
  );
}
