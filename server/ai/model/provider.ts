import type { LanguageModel } from "ai";
import type { ModelChoice } from "./choice.ts";

type ModelObject = Exclude<LanguageModel, string>;

/**
 * The model as an object of the SDK: made for one question, never kept. Keys are given outright, so that none is taken
 * from the environment.
 */
export async function modelObject(
  choice: ModelChoice,
  fetch: typeof globalThis.fetch,
): Promise<ModelObject> {
  const { baseUrl, model, apiKey } = choice;
  const settings = { apiKey, fetch, ...(baseUrl === "" ? {} : { baseURL: baseUrl }) };
  // Each provider's library is loaded when somebody uses it: most servers use one, many none.
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
        // Which rung it takes is found out by asking; the library only has to say what it is told.
        supportsStructuredOutputs: true,
        ...(apiKey === "" ? {} : { apiKey }),
      });
      return provider(model);
    }
  }
}
