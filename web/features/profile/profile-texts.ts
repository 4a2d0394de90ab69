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
  verification: {
    waiting: "This address is not confirmed yet. Follow the link in the email that we sent you.",
    send: "Send again",
    sending: "Sending...",
    sent: "Another email is on its way.",
    failed: "The email could not be sent. Please try again.",
  },
} as const;
