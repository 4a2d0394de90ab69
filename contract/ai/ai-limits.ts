/** Limits for rules, templates and questions to models. They are separate from the other limits, which every page loads. */
export const aiLimits = {
  ruleMaxLength: 500,
  rulesPerUser: 200,
  /** For this long an action of a rule can be undone, and stays in the journal. */
  journalRetentionMs: 30 * 24 * 3_600_000,
  aiContextMaxLength: 20_000,
  templates: 200,
  templateNameMaxLength: 100,
  templatePurposeMaxLength: 200,
  templateSubjectMaxLength: 500,
  templateBodyMaxLength: 20_000,
} as const;
