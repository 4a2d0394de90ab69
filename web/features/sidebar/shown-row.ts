/** Classes of the link to what is shown, with the tide line at its start. */
export const shownRow =
  "relative bg-selected font-medium text-ink before:absolute before:start-0 before:top-[calc(50%-0.625rem)] before:h-5 before:w-0.5 before:rounded-full before:bg-accent before:transition-opacity starting:before:opacity-0";
