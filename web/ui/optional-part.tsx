import { Component, type ReactNode, Suspense } from "react";

/** What a page can do without: nothing stands there until it is fetched, and when it cannot be or fails. */
export class OptionalPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return !this.state.hasFailed && <Suspense>{this.props.children}</Suspense>;
  }
}
