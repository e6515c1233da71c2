/** Whether this page was opened on the class computer itself: the server accepts some changes from a loopback address only. */
export function isOwnComputer(hostname = location.hostname): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
