import { Component, type ReactNode } from "react";
import { ErrorState } from "#/ui/error-state.tsx";

interface Props {
  title: string;
  retryLabel: string;
  /** Called before the children are shown again. */
  onRetry?: () => void;
  children: ReactNode;
}

/** Contains an error of its children, which would otherwise take down the page. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorState
        title={this.props.title}
        retryLabel={this.props.retryLabel}
        onRetry={() => {
          this.props.onRetry?.();
          this.setState({ hasFailed: false });
        }}
      />
    );
  }
}
