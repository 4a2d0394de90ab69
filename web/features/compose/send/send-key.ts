/** Returns true for Ctrl+Enter or Cmd+Enter, except during input method composition. */
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
