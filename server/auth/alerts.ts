import type { UserId } from "@inlet/contract/ids.ts";
import { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { deviceName } from "#/auth/device-name.ts";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import { userById } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";
import type { Alert } from "#/texts/mail-texts.ts";
import { type Texts, textsFor } from "#/texts/texts.ts";

/** Address and browser of an action, as far as known. */
interface Origin {
  address?: string;
  userAgent?: string;
}

/** Notifies users of events that concern the security of their account. It never fails and delays nothing. */
export interface Alerts {
  notify: (userId: UserId, alert: Alert, from?: Origin) => Promise<void>;
}

/** Maximum number of alerts per hour. More say nothing new, and the address may belong to another person. */
const maxPerHour = 10;
const hourMs = 3600_000;

/** Sends security alerts by email to users who left them on, if the host can send mail. */
export function createAlerts(parts: AuthParts): Alerts {
  const { reader, clock, hostMail, siteUrl, log } = parts;
  const alerted = new Map<UserId, number[]>();

  function isTooMuch(userId: UserId): boolean {
    const since = clock.now() - hourMs;
    for (const [other, times] of alerted) if ((times.at(-1) ?? 0) <= since) alerted.delete(other);
    const recent = (alerted.get(userId) ?? []).filter((time) => time > since);
    if (recent.length >= maxPerHour) return true;
    alerted.set(userId, [...recent, clock.now()]);
    return false;
  }

  return {
    async notify(userId, alert, from = {}) {
      try {
        if (!hostMail.isConfigured || !(await wantsSecurityAlerts(parts, userId))) return;
        const user = await userById(reader, userId);
        if (!user || isTooMuch(userId)) return;
        const words = (await textsFor(reader, userId)).mails;
        const { subject, text } = words.alerts[alert];
        const facts = factsOf(words, clock.now(), from);
        const [settings, forgot] = [siteUrl("/app/settings?tab=security"), siteUrl("/forgot")];
        await hostMail.send({
          userId,
          to: user.email,
          subject,
          text: words.alert(text, facts, settings, forgot),
        });
      } catch (error) {
        log.error({ err: error, userId, alert }, "queueing a security alert failed");
      }
    },
  };
}

/** Returns true if the user left security alerts on; unreadable preferences count as the defaults. */
async function wantsSecurityAlerts(
  { reader }: Pick<AuthParts, "reader">,
  userId: UserId,
): Promise<boolean> {
  const chosen: unknown = JSON.parse(await preferencesOf(reader, userId));
  const read = Alerting.safeParse(chosen);
  return read.data?.notifications.securityAlerts ?? usualPreferences.notifications.securityAlerts;
}

const Alerting = MailPreferences.pick({ notifications: true }).extend({
  notifications: MailPreferences.shape.notifications.pick({ securityAlerts: true }),
});

function factsOf(words: Texts["mails"], now: number, { address, userAgent }: Origin): string {
  return [
    `${words.when}: ${new Date(now).toUTCString()}`,
    ...(userAgent === undefined ? [] : [`${words.device}: ${deviceName(userAgent)}`]),
    ...(address === undefined ? [] : [`${words.address}: ${address}`]),
  ].join("\n");
}
