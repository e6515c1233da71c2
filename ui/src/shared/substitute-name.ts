import { t } from '@lingui/core/macro';

/** The name of somebody who stood in for the teacher. */
export const withSubstitute = (name: string) => t`${name} (substitute)`;
