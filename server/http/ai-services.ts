import type { z } from "zod";
import type {
  aiLedger,
  aiStatus,
  AiSettings,
  ModelTrial,
  saveAiSettings,
  testAiSettings,
} from "@inlet/contract/ai-models.ts";
import type {
  chooseFollowUp,
  followUpSettings,
  listFollowUps,
  preparedAnswer,
  saveFollowUpSettings,
  writeNudge,
} from "@inlet/contract/follow-ups.ts";
import type { JournalId, MessageId, RuleId, TemplateId, UserId } from "@inlet/contract/ids.ts";
import type { readJournal, readRule, Rule, saveRule, tryRule } from "@inlet/contract/rules.ts";
import type {
  countTurns,
  readSorting,
  sortSender,
  whySorted,
  wishSorting,
} from "@inlet/contract/sorting.ts";
import type { readBrief } from "@inlet/contract/brief.ts";
import type { summarizeEmail } from "@inlet/contract/summaries.ts";
import type {
  generateReplies,
  saveTemplate,
  suggestTemplates,
  Template,
  writeText,
} from "@inlet/contract/smart-replies.ts";
import type { chat, ChatEvent, ChatTurn } from "@inlet/contract/assistant.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/** What is made of mail, by rules, on this server, or by a model. */
export interface AiServices {
  rules: RuleServices;
  sorting: SortingServices;
  models: ModelServices;
  smartReplies: SmartReplyServices;
  assistant: AssistantServices;
  followUps: FollowUpServices;
  brief: BriefServices;
  /** Fails with message.not_found. */
  summarize: (
    userId: UserId,
    id: MessageId,
    options: { engine?: "local" | "model" | undefined; signal?: AbortSignal },
  ) => Promise<Out<typeof summarizeEmail>>;
}

interface BriefServices {
  read: (userId: UserId) => Promise<Out<typeof readBrief>>;
  noteSeen: (userId: UserId, day: string) => Promise<void>;
  /** Sends it by mail no more. */
  leave: (userId: UserId) => Promise<void>;
}

/** Models that the operator or the person describes. */
interface ModelServices {
  status: (userId: UserId) => Promise<Out<typeof aiStatus>>;
  settings: (userId: UserId) => Promise<AiSettings>;
  /** Fails with the codes of saveAiSettings. */
  save: (userId: UserId, chosen: In<typeof saveAiSettings>) => Promise<Out<typeof saveAiSettings>>;
  /** Fails with the codes of testAiSettings. */
  test: (userId: UserId, asked: In<typeof testAiSettings>) => Promise<ModelTrial>;
  ledger: (userId: UserId, page: In<typeof aiLedger>) => Promise<Out<typeof aiLedger>>;
}

interface SmartReplyServices {
  /** Fails with the codes of generateReplies. A model stops with the signal. */
  replies: (
    userId: UserId,
    asked: In<typeof generateReplies>,
    signal: AbortSignal,
  ) => Promise<Out<typeof generateReplies>>;
  /** Fails with templates.failed. */
  templates: (
    userId: UserId,
    asked: In<typeof suggestTemplates>,
    signal: AbortSignal,
  ) => Promise<Out<typeof suggestTemplates>>;
  /** Fails with ai.model_off, ai.failed. */
  write: (
    userId: UserId,
    asked: In<typeof writeText>,
    signal: AbortSignal,
  ) => Promise<Out<typeof writeText>>;
  ownTemplates: (userId: UserId) => Promise<Template[]>;
  /** Fails with the codes of saveTemplate. */
  saveTemplate: (userId: UserId, template: In<typeof saveTemplate>) => Promise<Template>;
  removeTemplate: (userId: UserId, id: TemplateId) => Promise<void>;
}

interface AssistantServices {
  /** Fails with the codes of chat. */
  ask: (
    userId: UserId,
    question: In<typeof chat>,
    signal: AbortSignal,
  ) => Promise<Out<typeof chat>>;
  /** Tells the answer as it comes. Fails at once with account.not_found. */
  stream: (
    userId: UserId,
    question: In<typeof chat>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<ChatEvent>>;
  conversation: (userId: UserId) => Promise<ChatTurn[]>;
  clear: (userId: UserId) => Promise<void>;
}

/** What nobody has answered yet. */
interface FollowUpServices {
  list: (userId: UserId, signal: AbortSignal) => Promise<Out<typeof listFollowUps>>;
  choose: (userId: UserId, chosen: In<typeof chooseFollowUp>) => Promise<void>;
  /** Fails with message.not_found. A model stops with the signal. */
  nudge: (
    userId: UserId,
    asked: In<typeof writeNudge>,
    signal: AbortSignal,
  ) => Promise<Out<typeof writeNudge>>;
  /** Fails with message.not_found. */
  answer: (userId: UserId, emailId: MessageId) => Promise<Out<typeof preparedAnswer>>;
  dropAnswer: (userId: UserId, emailId: MessageId, isDropped: boolean) => Promise<void>;
  settings: (userId: UserId) => Promise<Out<typeof followUpSettings>>;
  saveSettings: (
    userId: UserId,
    chosen: In<typeof saveFollowUpSettings>,
  ) => Promise<Out<typeof followUpSettings>>;
}

interface SortingServices {
  /** Fails with message.not_found. */
  why: (userId: UserId, emailId: MessageId) => Promise<Out<typeof whySorted>>;
  read: (userId: UserId) => Promise<Out<typeof readSorting>>;
  wish: (userId: UserId, chosen: In<typeof wishSorting>) => Promise<void>;
  sortSender: (userId: UserId, said: In<typeof sortSender>) => Promise<void>;
  unsortSender: (userId: UserId, address: string) => Promise<void>;
  forget: (userId: UserId) => Promise<void>;
  turns: (userId: UserId) => Promise<Out<typeof countTurns>>;
}

interface RuleServices {
  list: (userId: UserId) => Promise<Rule[]>;
  read: (userId: UserId, text: string, signal: AbortSignal) => Promise<Out<typeof readRule>>;
  /** Fails with the codes of tryRule. */
  try: (userId: UserId, asked: In<typeof tryRule>) => Promise<Out<typeof tryRule>>;
  /** Fails with the codes of saveRule. */
  save: (userId: UserId, rule: In<typeof saveRule>) => Promise<Rule>;
  remove: (userId: UserId, id: RuleId) => Promise<void>;
  journal: (userId: UserId, before: JournalId | undefined) => Promise<Out<typeof readJournal>>;
  /** Fails with journal.not_found, undo.too_late. */
  undo: (userId: UserId, id: JournalId) => Promise<number>;
}
