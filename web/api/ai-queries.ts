import type { Api } from "@inlet/contract/api.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

type RepliesInput = Api["POST /ai/generate-replies"]["input"];

/** Replies to a message; the same input returns the same replies. */
export function repliesQuery(asked: RepliesInput) {
  return queryOptions({
    queryKey: ["replies", asked.emailId, asked],
    queryFn: ({ signal }) => call("POST /ai/generate-replies", asked, { signal }),
    // A response of a model costs money: it is never requested twice by accident.
    retry: false,
  });
}

/** The user's own templates. */
export const templatesQuery = queryOptions({
  queryKey: [...queryKeys.settings, "templates"],
  queryFn: ({ signal }) => call("GET /ai/templates", {}, { signal }),
  select: ({ templates }) => templates,
});

/** Templates for the purpose of a message, filled in for its recipient. */
export function templateSuggestionsQuery(purpose: string, recipient: string) {
  return queryOptions({
    queryKey: [...queryKeys.settings, "templates", purpose, recipient],
    queryFn: ({ signal }) =>
      call(
        "POST /ai/suggest-templates",
        { purpose, recipient, context: "", engine: "local" },
        { signal },
      ),
  });
}
