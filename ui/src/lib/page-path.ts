/** The path of the page, without the tab of a student or of a class, which is the last part. */
export const pagePath = (pathname: string) =>
  pathname.replace(/^(\/teacher\/(?:student\/[^/]+(?=\/)|class\/[^/]+(?=\/progress$))).*/, '$1');
