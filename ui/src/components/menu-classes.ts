/** Class names of menus, shared by those that aren't a `Menu`. */
export const menuContentClass =
  'animate-fade z-20 max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) ' +
  'min-w-52 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-high';
export const menuItemClass =
  'flex min-h-[max(36px,var(--control))] cursor-pointer items-center gap-2.5 rounded-small px-2.5 outline-none select-none ' +
  'data-disabled:cursor-not-allowed data-disabled:text-ink-3 [&>svg]:size-4.5';
export const plainItemClass = 'text-ink no-underline data-highlighted:bg-sunken [&>svg]:text-ink-3';
