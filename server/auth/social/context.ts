import type { Alerts } from "#/auth/alerts.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { MailedLinks } from "#/auth/mailed-links.ts";
import type { SecondFactor } from "#/auth/second-factor.ts";
import type { AuthParts } from "#/auth/context.ts";

export interface SocialParts extends AuthParts {
  failures: FailedSignIns;
  secondFactor: SecondFactor;
  alerts: Alerts;
  links: MailedLinks;
}
