/** Texts about keys. */
export const shortcutTexts = {
  title: "Keyboard shortcuts",
  filter: "Filter shortcuts",
  noMatch: "No shortcut has that name.",
  isOff: "Single-key shortcuts are turned off in Settings.",
  or: "or",
  change: "Change shortcuts",
  quickLook: "Hold Space on an email to look at it without marking it as read.",
  none: "No key",
  hint: "Two keys are pressed one after the other. Escape, Enter and the arrow keys cannot be changed.",
  switch: "Single-key shortcuts",
  switchHint:
    "When off, only Ctrl/Cmd shortcuts work. Turn off if you use voice control or press keys by accident.",
  reset: "Reset all",
  resetOne: (command: string) => `Reset the key for ${command}`,
  edit: (command: string) => `Change the key for ${command}`,
  record: "Press a key",
  recordHint: "One key, or two one after the other. Esc keeps it, Backspace removes it.",
  taken: (others: string) => `Already used for: ${others}.`,
  replace: "Use it here instead",
  reserved: "Reserved by your browser.",
} as const;
