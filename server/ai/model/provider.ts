import type { LanguageModel } from "ai";
import type { ModelChoice } from "./choice.ts";

type ModelObject = Exclude<LanguageModel, string>;

/**
 * Creates the SDK's model object for one question; it is never cached. Keys are passed explicitly, so none is read from the
 * environment.
 */
export async function modelObject(
  choice: ModelChoice,
  fetch: typeof globalThis.fetch,
): Promise<ModelObject> {
  const { baseUrl, model, apiKey } = choice;
  const settings = { apiKey, fetch, ...(baseUrl === "" ? {} : { baseURL: baseUrl }) };
  // Each provider's library is loaded on first use: most servers use one, many none.
  switch (choice.provider) {
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(settings).chat(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(settings)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogle(settings)(model);
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "compatible",
        baseURL: baseUrl,
        fetch,
        includeUsage: true,
        // The supported rung is found by trial; the library only has to pass the request on.
        supportsStructuredOutputs: true,
        ...(apiKey === "" ? {} : { apiKey }),
      });
      return provider(model);
    }
  }
}
