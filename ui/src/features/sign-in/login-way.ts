import { browserStorage } from '@/lib/browser-storage';

/** How students of this device signed in the last time. */
type LoginWay = 'password' | 'card';

const KEY = 'login_way';

export const lastLoginWay = (): LoginWay => (browserStorage.get(KEY) === 'card' ? 'card' : 'password');

export function rememberLoginWay(way: LoginWay) {
  if (way !== lastLoginWay()) browserStorage.set(KEY, way);
}
