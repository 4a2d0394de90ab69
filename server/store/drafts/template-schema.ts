import type { TemplateId, UserId } from "@inlet/contract/ids.ts";

/** Table of text templates. */
export interface TemplateTables {
  templates: TemplateRow;
}

export interface TemplateRow {
  user_id: UserId;
  id: TemplateId;
  /** Unique per user, regardless of case. */
  name: string;
  /** "" if the template does not change the subject. */
  subject: string;
  /** Plain text with placeholders in braces, as in {first name}. */
  body: string;
  created_at: number;
  updated_at: number;
}
