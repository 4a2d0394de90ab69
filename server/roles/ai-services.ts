import type { AiServices } from "#/http/ai-services.ts";
import type { MailContext } from "#/mail/context.ts";
import { composeBrief } from "#/ai/brief/compose-brief.ts";
import { currentBrief } from "#/mail/notify/brief-period.ts";
import { leaveBriefByMail } from "#/mail/notify/leave-brief.ts";
import { ruleServices } from "#/roles/rule-services.ts";
import {
  readLedger,
  readSettings,
  readStatus,
  saveSettings,
  testModel,
} from "#/ai/model/models.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import type { ModelPort } from "#/ai/model/port.ts";
import { readPreparedAnswer } from "#/ai/follow-ups/prepare-answers.ts";
import { chooseFollowUpSettings, readFollowUpSettings } from "#/ai/follow-ups/settings.ts";
import { writeNudge } from "#/ai/follow-ups/write-nudge.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { writeText } from "#/ai/replies/write-text.ts";
import { dropTemplate, keepTemplate, listTemplates } from "#/ai/templates/own-templates.ts";
import { suggestTemplates } from "#/ai/templates/suggest-templates.ts";
import { readOwnSorting, sortMailOf, turnsOf, whyIsSorted } from "#/ai/classify/settings.ts";
import {
  askAssistant,
  readConversation as readChat,
  streamAssistant,
} from "#/ai/assistant/assistant.ts";
import type { Reads } from "#/roles/named-reads.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";

/** What is made of mail, filled with what the rooms of ai do. */
export function aiServices(
  mail: MailContext,
  models: ModelContext,
  model: ModelPort,
  reads: Reads,
): AiServices {
  const ai = { ...mail, model };
  return {
    sorting: {
      why: (userId, id) => whyIsSorted(mail, userId, id),
      read: (userId) => readOwnSorting(mail, userId),
      wish: (userId, chosen) => mail.door("sorting.wish", { userId, chosen }),
      sortSender: (userId, said) => sortMailOf(mail, userId, said),
      unsortSender: (userId, address) =>
        mail.door("sorting.sender", { userId, address: address.toLowerCase(), sorting: null }),
      forget: (userId) => mail.door("sorting.forget", { userId }),
      turns: (userId) => turnsOf(mail, userId),
    },
    models: {
      status: (userId) => readStatus(models, userId),
      settings: (userId) => readSettings(models, userId),
      save: (userId, chosen) => saveSettings(models, userId, chosen),
      test: (userId, asked) => testModel(models, userId, asked),
      ledger: (userId, page) => readLedger(models, userId, page),
    },
    smartReplies: {
      replies: (userId, asked, signal) => suggestReplies(ai, userId, asked, signal),
      templates: (userId, asked, signal) => suggestTemplates(ai, userId, asked, signal),
      write: (userId, asked, signal) => writeText(ai, userId, asked, signal),
      ownTemplates: (userId) => listTemplates(ai, userId),
      saveTemplate: (userId, template) => keepTemplate(ai, userId, template),
      removeTemplate: (userId, id) => dropTemplate(ai, userId, id),
    },
    assistant: {
      ask: (userId, question, signal) => askAssistant(ai, userId, question, signal),
      stream: (userId, question, signal) => streamAssistant(ai, userId, question, signal),
      conversation: (userId) => readChat(ai, userId),
      clear: (userId) => ai.door("chat.clear", { userId }),
    },
    followUps: {
      list: (userId, signal) => reads("followUps.list", { userId }, signal),
      choose: (userId, { threadId, putOffUntil, isOff }) =>
        mail.door("followUps.choose", {
          userId,
          threadId,
          isOff,
          putOffUntil: putOffUntil === null ? 0 : Date.parse(putOffUntil),
        }),
      nudge: (userId, asked, signal) => writeNudge(ai, userId, asked, signal),
      answer: (userId, emailId) => readPreparedAnswer(mail, userId, emailId),
      dropAnswer: (userId, messageId, isDropped) =>
        mail.door("answers.drop", { userId, messageId, isDropped }),
      settings: (userId) => readFollowUpSettings(mail, userId),
      saveSettings: (userId, chosen) => chooseFollowUpSettings(mail, userId, chosen),
    },
    rules: ruleServices(mail, ai),
    brief: {
      async read(userId) {
        const { isSeen, ...period } = await currentBrief(mail, userId);
        return { brief: await composeBrief(mail, userId, period), isSeen };
      },
      noteSeen: (userId, day) => mail.door("brief.seen", { userId, day }),
      leave: (userId) => leaveBriefByMail(mail, userId),
    },
    summarize: (userId, id, options) => summarizeEmail(ai, userId, id, options),
  };
}
