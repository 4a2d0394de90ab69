/** Texts of the settings for reminders and prepared answers. */
export const followUpSettingsTexts = {
  title: "Follow-ups",
  hint: "Unanswered questions are listed in the inbox tabs Needs reply and Waiting. They are found on this server, without AI models.",
  theirs: "Remind me when no one answers me",
  own: "Remind me when I have not answered",
  afterTheirs: "Working days to wait for others",
  afterOwn: "Working days before I am reminded",
  top: "Bring them back to the top of the inbox",
  topAt: "Every day at",
  answers: "Prepare drafts for mail that needs an answer",
  answersHint:
    "They are written on this server, shown as “Draft ready”, and never sent automatically. They are not saved to Drafts until you open them.",
  saved: "Saved",
  failed: "Your choice was not saved.",
  loadFailed: "Your reminders could not be loaded.",
  retry: "Try again",
  off: "Conversations without reminders",
  on: "Remind me again",
  onOf: (subject: string) => `Remind me again about ${subject}`,

  noSubject: "(No Subject)",
} as const;
