/** What stands on keys that write no letter, spelled once. */
export const keyTexts = {
  Control: "Ctrl",
  Delete: "Del",
  End: "End",
  Enter: "Enter",
  Escape: "Esc",
  Home: "Home",
  Shift: "Shift",
} as const;
