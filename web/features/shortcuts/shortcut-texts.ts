/** Every sentence about keys, spelled once. */
export const shortcutTexts = {
  title: "Keyboard shortcuts",
  isOff: "Single keys are switched off in the settings.",
  or: "or",
  change: "Change shortcuts",
  none: "No key",
  hint: "Two keys are pressed one after the other. Escape, Enter and the arrows stay as they are.",
  switch: "Shortcuts of single keys",
  switchHint:
    "Off, only keys together with Ctrl or Cmd do something. Good to have when you speak to your computer, or touch keys by accident.",
  reset: "Reset all",
  resetOne: (command: string) => `Reset the key of ${command}`,
  edit: (command: string) => `Change the key of ${command}`,
  record: "Press a key",
  recordHint:
    "One key, or two one after the other. Esc leaves it as it is, Backspace takes it away.",
  taken: (others: string) => `Already used for: ${others}.`,
  replace: "Use it here instead",
  reserved: "Your browser needs this key itself.",
} as const;
