import { t } from '@lingui/core/macro';

import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { clearToast, toast } from '@/components/toast/toast-store';

let isStarting = false;

function clickDownloadLink(path: string) {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads an export. Checks the session first, as a failed download can't redirect to the login. */
export async function downloadExport(path: string): Promise<void> {
  if (isStarting) return;
  isStarting = true;
  toast({ title: t`Your export is being made...`, description: t`It comes to your downloads.` });
  try {
    await unwrap(api.GET('/api/auth/session'));
    clickDownloadLink(path);
  } catch (error) {
    if (isStatus(error, 401)) clearToast();
    else failureToast(t`Failed to export. Please try again.`, error);
  } finally {
    isStarting = false;
  }
}
