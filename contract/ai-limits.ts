/** What bounds rules, templates and questions to models. Apart from the other limits, which every page carries. */
export const aiLimits = {
  ruleMaxLength: 500,
  rulesPerPerson: 200,
  /** What a rule did can be taken back for so long, and stands in the journal. */
  journalKeptMs: 30 * 24 * 3_600_000,
  aiContextMaxLength: 20_000,
  templates: 200,
  templateNameMaxLength: 100,
  templatePurposeMaxLength: 200,
  templateSubjectMaxLength: 500,
  templateBodyMaxLength: 20_000,
} as const;
