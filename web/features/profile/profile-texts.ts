/** Every sentence of the profile, spelled once. */
export const profileTexts = {
  name: "Name",
  nameHint: "Your mail is sent under this name unless a sender has one of its own.",
  nameRequired: "Name is required",
  email: "Email address",
  emailFixed: "Email address cannot be changed for security reasons",
  save: "Save",
  saving: "Saving...",
  saved: "Profile updated successfully!",
  failed: "Failed to update profile. Please try again.",
} as const;
