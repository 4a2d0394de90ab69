/** Labels of keys that type no character. */
export const keyTexts = {
  Control: "Ctrl",
  Delete: "Del",
  End: "End",
  Enter: "Enter",
  Escape: "Esc",
  Home: "Home",
  Shift: "Shift",
} as const;
