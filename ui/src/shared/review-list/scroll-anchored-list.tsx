import { Component, type ReactNode } from 'react';

type ScrollAnchoredListProps = {
  /** Ids of the rows; the position is corrected when they change. */
  order: string;
  /** Element to keep in place; null disables anchoring. */
  anchor: () => HTMLElement | null;
  className?: string;
  children: ReactNode;
};

/**
 * List that keeps an anchor element in place when rows are added or removed. Native scroll anchoring doesn't work at
 * the top of a page, nor in Safari.
 */
export class ScrollAnchoredList extends Component<ScrollAnchoredListProps> {
  override getSnapshotBeforeUpdate(before: ScrollAnchoredListProps) {
    const anchor = before.order === this.props.order ? null : this.props.anchor();
    return anchor && { anchor, top: anchor.getBoundingClientRect().top };
  }

  override componentDidUpdate(
    _before: ScrollAnchoredListProps,
    _state: unknown,
    held: { anchor: HTMLElement; top: number } | null,
  ) {
    if (!held?.anchor.isConnected) return;
    const moved = held.anchor.getBoundingClientRect().top - held.top;
    if (moved !== 0) scrollBy(0, moved);
  }

  override render() {
    const { className = '', children } = this.props;
    return <ul className={`[overflow-anchor:none] ${className}`}>{children}</ul>;
  }
}
