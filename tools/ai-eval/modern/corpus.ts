/** Reads the development data of `modern` (its README defines the fields and the measures). */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { EvalOptions } from "../eval-part.ts";

interface MailTruth {
  category: string[];
  priority: string[];
  asks: string[];
  days: { date?: string; weekday?: string; hours_from_now?: number }[];
  not_days: string[];
  phishing: boolean;
  look_alike: boolean;
  needs_reply: boolean;
  reply_good: string[];
  reply_bad: string[];
  no_reply_suggestions: boolean;
  summary_must: string[][];
  summary_must_not: string[];
  is_deadline: boolean;
  waits?: boolean;
}

export interface ModernMail {
  id: string;
  account: "vanek" | "harborlight";
  from: string;
  to: string[];
  cc: string[];
  hours_ago: number;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  in_thread: string | null;
  sent_by_me: boolean;
  lang: string;
  truth: MailTruth;
}

export interface ModernQuestion {
  id: string;
  kind: "intent" | "newest" | "cross" | "lookup" | "follow-up" | "fraud" | "none";
  q: string;
  lang: string;
  after: string | null;
  answer_all: string[];
  answer_none: string[];
  cite_any: string[];
  no_answer: boolean;
}

export interface ModernRule {
  id: string;
  text: string;
  lang: string;
  expect: "rule" | "refuse" | "ask";
  actions: Record<string, unknown>;
  match: string[];
  no_match: string[];
  why: string;
}

export interface ModernTemplate {
  id: string;
  purpose: string;
  recipient: string;
  context: string;
  lang: string;
  must: string[];
  must_not: string[];
  nothing: boolean;
}

/** The lines of a file that are scored: even ones for building, odd ones for a look at the end. */
export type Half = EvalOptions["half"];

/** Returns the cases of a file by their line numbers, which start at 1. */
export function readCases<Case>(corpora: string, file: string, half: Half): Case[] {
  const lines = readFileSync(path.join(corpora, "ai/modern", `${file}.jsonl`), "utf8");
  return lines
    .split("\n")
    .filter(Boolean)
    .filter((_, index) => half === "all" || (index % 2 === 1) === (half === "even"))
    .map((line) => JSON.parse(line) as Case); // Safe: the corpus' README declares these shapes.
}

/** Returns true if the text contains a match of the regular expression. */
export const says = (text: string, source: string): boolean => new RegExp(source, "iu").test(text);
