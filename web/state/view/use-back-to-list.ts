import { useRouter } from "@tanstack/react-router";

/** Returns a function that goes back to the list of a page, or calls `replace` if the list is not the previous history entry. */
export function useBackToList(): (replace: () => void) => void {
  const { history } = useRouter();
  return (replace) => {
    if (history.location.state.hasListBefore) history.back();
    else replace();
  };
}
