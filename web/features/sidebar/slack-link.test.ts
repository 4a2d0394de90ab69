import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { readSlack, slackQuery } = await import("#/api/slack-queries.ts");
const { Integrations } = await import("#/features/sidebar/slack-link.tsx");

test("shows no linked workspace if the request failed", () => {
  const client = new QueryClient();
  const drawn = () =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(Integrations, { isNarrow: false }),
      ),
    );
  expect(drawn()).not.toContain("bg-success");
  expect(drawn()).toContain('aria-expanded="false"');
  localStorage.setItem("inlet-sidebar-integrations", "true");
  expect(drawn()).toContain('aria-label="Connect Slack"');
  expect(drawn()).not.toContain("bg-success");
  localStorage.removeItem("inlet-sidebar-integrations");
  const answer = { success: true, slack_team_id: "T1", SlackName: "Harbour" } as const;
  client.setQueryData(slackQuery.queryKey, readSlack(answer));
  expect(drawn()).toContain("Harbour");
  expect(drawn()).toContain("bg-success");
});
