import { Component, type ReactNode, Suspense } from "react";

/** A part that a page can do without: it is empty until it is loaded, and if loading or rendering fails. */
export class OptionalPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return !this.state.hasFailed && <Suspense>{this.props.children}</Suspense>;
  }
}
