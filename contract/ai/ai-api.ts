import { aiLedger, aiSettings, aiStatus, saveAiSettings, testAiSettings } from "./ai-models.ts";
import { recordBriefSeen, readBrief } from "./brief.ts";
import { leaveBrief } from "./unsubscribe-brief.ts";
import { chat, clearChat, readChat, streamChat } from "./assistant.ts";
import {
  listRules,
  readJournal,
  readRule,
  removeRule,
  saveRule,
  tryRule,
  undoJournal,
} from "./rules.ts";
import {
  generateReplies,
  listTemplates,
  removeTemplate,
  saveTemplate,
  suggestTemplates,
  writeText,
} from "./smart-replies.ts";
import {
  countTurns,
  forgetTraining,
  readClassification,
  classifySender,
  unclassifySender,
  whyClassified,
  changeClassification,
} from "./classification.ts";
import { summarizeEmail } from "./summaries.ts";

/** Endpoints that derive something from mail: by rules on this server, or by a model. */
export const aiApi = {
  "POST /email/summarize": summarizeEmail,
  "GET /brief": readBrief,
  "POST /brief/leave/{token}": leaveBrief,
  "POST /brief/seen": recordBriefSeen,
  "GET /rules": listRules,
  "POST /rules/read": readRule,
  "POST /rules/try": tryRule,
  "PUT /rules/{id}": saveRule,
  "DELETE /rules/{id}": removeRule,
  "GET /rules/journal": readJournal,
  "POST /rules/journal/{id}/undo": undoJournal,
  "GET /ai/status": aiStatus,
  "GET /ai/settings": aiSettings,
  "PUT /ai/settings": saveAiSettings,
  "POST /ai/settings/test": testAiSettings,
  "GET /ai/ledger": aiLedger,
  "GET /email/{emailId}/sorting": whyClassified,
  "GET /sorting": readClassification,
  "PUT /sorting": changeClassification,
  "PUT /sorting/senders/{address}": classifySender,
  "DELETE /sorting/senders/{address}": unclassifySender,
  "POST /sorting/forget": forgetTraining,
  "GET /sorting/turns": countTurns,
  "POST /ai/generate-replies": generateReplies,
  "POST /ai/suggest-templates": suggestTemplates,
  "POST /ai/write": writeText,
  "GET /ai/templates": listTemplates,
  "PUT /ai/templates/{id}": saveTemplate,
  "DELETE /ai/templates/{id}": removeTemplate,
  "POST /ai/chat": chat,
  "POST /ai/chat/stream": streamChat,
  "GET /ai/chat": readChat,
  "DELETE /ai/chat": clearChat,
} as const;
