import type { TemplateId, UserId } from "@inlet/contract/ids.ts";

/** Table of text templates. */
export interface TemplateTables {
  templates: TemplateRow;
}

export interface TemplateRow {
  user_id: UserId;
  id: TemplateId;
  /** No two of a person have the same, whatever its case. */
  name: string;
  /** "" for a text that changes no subject. */
  subject: string;
  /** Plain text with placeholders in braces, as in {first name}. */
  body: string;
  created_at: number;
  updated_at: number;
}
