import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { clearToast, toast } from '@/components/toast/toast-store';

let asking = false;

function follow(path: string) {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Brings an export to the Downloads folder. An ended session leads to the login first: a download could only fail. */
export async function bringExport(path: string): Promise<void> {
  if (asking) return;
  asking = true;
  toast({ title: 'Your export is being made...', description: 'It comes to your downloads.' });
  try {
    await data(api.GET('/api/auth/session'));
    follow(path);
  } catch (error) {
    if (isStatus(error, 401)) clearToast();
    else failureToast('Failed to export. Please try again.', error);
  } finally {
    asking = false;
  }
}
