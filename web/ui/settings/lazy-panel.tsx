import { type ComponentType, type ReactNode, Suspense, use } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { ErrorBoundary } from "#/ui/error-boundary.tsx";

/** A panel whose code is fetched when it is shown. */
export interface LazyPanel {
  (): ReactNode;
  preload: () => Promise<unknown>;
  /** Makes the next attempt fetch the code again. */
  forget: () => void;
}

/** Returns the panel that a module exports under a name. Unlike React's own lazy components, one that failed can be fetched again. */
export function lazyPanel<Name extends string>(
  fetchModule: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LazyPanel {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const preload = () =>
    (loading ??= fetchModule().then((module) => {
      Loaded = module[name];
    }));
  const Panel = () => {
    if (!Loaded) use(preload());
    return Loaded && <Loaded />;
  };
  const forget = () => {
    loading = null;
  };
  return Object.assign(Panel, { preload, forget });
}

/** Shows a panel, or its error with a way to try again: what surrounds it stays. */
export function PanelFrame({ Panel }: { Panel: LazyPanel }) {
  return (
    <ErrorBoundary
      title={pageTexts.failed.title}
      retryLabel={pageTexts.failed.retry}
      onRetry={Panel.forget}
    >
      <Suspense>
        <Panel />
      </Suspense>
    </ErrorBoundary>
  );
}
