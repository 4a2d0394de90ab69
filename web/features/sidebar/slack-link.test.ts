import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { readSlack, slackQuery } = await import("#/api/slack-queries.ts");
const { Integrations } = await import("#/features/sidebar/more-links.tsx");

test("shows no linked workspace if the request failed", async () => {
  const client = new QueryClient();
  const drawn = () =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(Integrations, { onFollow: undefined }),
      ),
    );
  expect(drawn()).not.toContain("bg-success");
  expect(drawn()).toContain('aria-expanded="false"');
  localStorage.setItem("inlet-sidebar-integrations", "true");
  // The link is loaded when it is first drawn.
  await vi.waitFor(() => expect(drawn()).toContain('aria-label="Connect Slack"'), 10_000);
  expect(drawn()).not.toContain("bg-success");
  localStorage.removeItem("inlet-sidebar-integrations");
  const answer = { success: true, slack_team_id: "T1", SlackName: "Harbour" } as const;
  client.setQueryData(slackQuery.queryKey, readSlack(answer));
  expect(drawn()).toContain("Harbour");
  expect(drawn()).toContain("bg-success");
});
