import { once } from "node:events";
import { createServer } from "node:http";
import type { MessageId } from "@inlet/contract/ids.ts";
import { generateReplies } from "@inlet/contract/ai/smart-replies.ts";
import { classifyArrived } from "#/ai/classify/classification.ts";
import { createBreaker } from "#/ai/model/breaker.ts";
import { undecided } from "#/ai/model/settings.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { Failure } from "#/base/failure.ts";
import { canaries, type HostileSetup } from "./hostile-fixture.ts";

const tags = /[\u{e0000}-\u{e007f}]/u;

type Scenario = (stage: HostileSetup) => Promise<string[]>;

/** A message, and the same with invisible text and links: both must get the same classification. */
export const variants = ["", hiddenPart()].map((hidden, at) => ({
  id: `twin-${at}`,
  message: {
    from: ["Mara Lund", "mara@lund.example"] as const,
    subject: "The hall",
    html: `<p>The hall is painted on the weekend. Bring old clothes.</p>${hidden}`,
  },
}));

function hiddenPart(): string {
  const words =
    "URGENT: your invoice is overdue, please pay by tomorrow. Can you confirm, Person? ";
  return `<div style="display:none">${words.repeat(8)}${'<a href="https://x.example">Pay</a><img src="cid:a">'.repeat(6)}</div>`;
}

/**
 * Attacks by a hostile model, a hostile message or a user who requests another user's mail. Each returns descriptions of what
 * went wrong.
 */
export const scenarios: Readonly<Record<string, Scenario>> = {
  async "another person's mail is answered by nothing"({ ai, userId, other }) {
    const asked = { emailId: other.messageId };
    const wrong: string[] = [];
    const calls = [
      () => summarizeEmail(ai, userId, other.messageId),
      () => replies(ai, userId, asked.emailId),
    ];
    for (const call of calls) {
      try {
        wrong.push(`another person's mail was answered: ${JSON.stringify(await call())}`);
      } catch (error) {
        const isRefused = error instanceof Failure && error.code === "message.not_found";
        if (!isRefused) wrong.push(`another person's mail: ${String(error)}`);
      }
    }
    return wrong;
  },

  async "mail of an account that is kept from models is sent to none"(stage) {
    const excluded = JSON.stringify([stage.account.id]);
    return unasked(
      stage,
      { excluded_accounts_json: excluded },
      "mail that is kept from models was sent",
    );
  },

  async "a spent budget ends the asking"(stage) {
    return unasked(stage, { daily_tokens: 1 }, "a model was asked beyond the budget");
  },

  async "a model's server leads nowhere else"(stage) {
    const { ai, provider, models, userId } = stage;
    let calls = 0;
    const otherPlace = createServer((_request, response) => {
      calls++;
      response.end("{}");
    });
    otherPlace.listen(0, "127.0.0.1");
    await once(otherPlace, "listening");
    const address = otherPlace.address();
    if (address === null || typeof address === "string") throw new Error("There is no port.");
    provider.redirectTo(`http://127.0.0.1:${address.port}/v1/chat/completions`);
    models.breaker = createBreaker(stage.engine.mail.clock);
    await replies(ai, userId, anyMail(stage));
    provider.redirectTo(null);
    otherPlace.closeAllConnections();
    otherPlace.close();
    return calls > 0 ? [`a question was sent on to another server, ${calls} times`] : [];
  },

  async "characters that nobody sees come out nowhere"({ engine, localAi, placed, userId }) {
    const wrong: string[] = [];
    for (const { mail, messageIds } of placed.values()) {
      const [emailId] = messageIds;
      if (!emailId || !tags.test(mail.text ?? "")) continue;
      // Compute it again instead of reading the cache.
      const kept = engine.database.kysely.deleteFrom("summaries").where("user_id", "=", userId);
      await kept.where("message_id", "=", emailId).execute();
      const summary = JSON.stringify(await summarizeEmail(localAi, userId, emailId));
      if (tags.test(summary)) wrong.push("a summary holds characters that nobody sees");
    }
    return wrong;
  },

  async "what a mail hides changes no label of it"(stage) {
    const labels: string[] = [];
    for (const { id } of variants) {
      const [messageId] = stage.placed.get(id)?.messageIds ?? [];
      if (!messageId) throw new Error("The twins are not on the stage.");
      await classifyArrived(stage.engine.mail, { userId: stage.userId, messageId });
      labels.push(await labelOf(stage, messageId));
    }
    const [first, second] = labels;
    return first === second ? [] : [`hidden words changed ${first} into ${second}`];
  },
};

async function unasked(stage: HostileSetup, decided: object, what: string): Promise<string[]> {
  const { ai, engine, provider, models, userId } = stage;
  const usual = { ...undecided(userId), is_on: 1 as const, daily_tokens: 1e12 };
  await engine.execute("model.choose", { ...usual, ...decided });
  provider.lead([{ text: canaries.SECRET }], "obedient", canaries);
  models.breaker = createBreaker(engine.mail.clock);
  const given = await replies(ai, userId, anyMail(stage));
  await engine.execute("model.choose", usual);
  const wrong = provider.received.length > 0 ? [what] : [];
  return given.meta.engine === "local" ? wrong : [...wrong, "the answer is not this server's own"];
}

function anyMail({ placed }: HostileSetup): MessageId {
  // A person wrote it and expects a reply: a model is asked.
  const found = [...placed.values()].find(({ id }) => !id.startsWith("twin"))?.messageIds[0];
  if (!found) throw new Error("There is no mail on the stage.");
  return found;
}

function replies(ai: HostileSetup["ai"], userId: HostileSetup["userId"], emailId: MessageId) {
  return suggestReplies(ai, userId, generateReplies.input.parse({ emailId }));
}

/** Returns the message's classification as JSON. */
async function labelOf({ engine, userId }: HostileSetup, messageId: MessageId): Promise<string> {
  const { reader } = engine.database;
  const row = await reader
    .selectFrom("messages")
    .select(["category", "priority"])
    .where("user_id", "=", userId)
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  return JSON.stringify(row);
}
