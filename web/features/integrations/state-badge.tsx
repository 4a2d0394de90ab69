import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { Badge } from "#/ui/badge.tsx";

const hues = { active: 152, failed: 60, paused: null, revoked: 25 } as const;

/** The state of an integration, in a word. */
export function StateBadge({ state }: { state: Integration["state"] }) {
  const hue = hues[state];
  return <Badge {...(hue !== null && { hue })}>{words.state[state]}</Badge>;
}
