import { Component, type ReactNode } from 'react';

type SteadyListProps = {
  /** The rows' ids in their order: only when they change has anything to be held. */
  order: string;
  /** What must stay where it is on the screen; null lets the list move. */
  anchor: () => HTMLElement | null;
  className?: string;
  children: ReactNode;
};

/**
 * A list that changes under its user's hands: what comes in above pushes neither the box being typed in nor the button
 * about to be pressed away. Browsers' own anchoring doesn't do it at the top of a page, and Safari doesn't at all.
 */
export class SteadyList extends Component<SteadyListProps> {
  override getSnapshotBeforeUpdate(before: SteadyListProps) {
    const anchor = before.order === this.props.order ? null : this.props.anchor();
    return anchor && { anchor, top: anchor.getBoundingClientRect().top };
  }

  override componentDidUpdate(
    _before: SteadyListProps,
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
