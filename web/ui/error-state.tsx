import { Button } from "#/ui/button.tsx";
import { TideMarks } from "#/ui/empty-state.tsx";

/** Shows what could not be loaded, why, and a retry button. */
export function ErrorState(props: {
  title: string;
  message?: string;
  retryLabel: string;
  onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex h-full min-h-48 flex-col items-center justify-center px-6 py-10 text-center"
    >
      <TideMarks />
      <p className="mt-4 text-ui font-semibold text-ink">{props.title}</p>
      {props.message && (
        <p className="mt-1 max-w-90 text-control wrap-anywhere text-ink-3">{props.message}</p>
      )}
      <Button className="mt-4" onClick={props.onRetry}>
        {props.retryLabel}
      </Button>
    </div>
  );
}
