/** Ctrl+Enter or Cmd+Enter, but not while a word is being put together by an input method. */
export function isSendKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  nativeEvent: { isComposing: boolean };
}): boolean {
  return (
    event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
  );
}
