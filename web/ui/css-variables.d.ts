import "react";

declare module "react" {
  /** Styles may set the CSS variables that classes read. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
