/** Height in pixels at the top of the window that sticky bars cover, with a gap: `scroll-padding` in app/theme.css. */
export function scrollPaddingTop(): number {
  // "auto" on a page without any.
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
