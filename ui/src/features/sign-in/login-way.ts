import { browserStorage } from '@/lib/browser-storage';

/** Method of the last student sign-in on this device. */
type LoginWay = 'password' | 'card';

const KEY = 'login_way';

export const lastLoginWay = (): LoginWay => (browserStorage.get(KEY) === 'card' ? 'card' : 'password');

export function rememberLoginWay(way: LoginWay) {
  if (way !== lastLoginWay()) browserStorage.set(KEY, way);
}
