/** The path of the page: that of a student has its tab as the last part, and stays the same page. */
export const pagePath = (pathname: string) => pathname.replace(/^(\/teacher\/student\/[^/]+)\/.*/, '$1');
