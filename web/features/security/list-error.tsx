import { pageTexts } from "#/texts/shared/page-texts.ts";

/** Error in place of a list that could not be loaded; null without an error. */
export function ListError(props: { error: Error | null; onRetry: () => unknown }) {
  if (!props.error) return null;
  return (
    <p role="alert" className="px-4 py-3 text-control text-danger">
      {props.error.message}{" "}
      <button
        type="button"
        className="font-medium text-accent-ink underline-offset-2 hover:underline coarse:min-h-11"
        onClick={() => void props.onRetry()}
      >
        {pageTexts.failed.retry}
      </button>
    </p>
  );
}
