import { type Language, languageCookie, languageFor } from "@inlet/contract/languages.ts";
import type { FastifyRequest } from "fastify";

/** Returns the language that the user of this browser chose, or else the best one for its Accept-Language. */
export function languageOfRequest(request: FastifyRequest): Language {
  const chosen = request.cookies[languageCookie];
  return languageFor([chosen, ...preferredLanguages(request.headers["accept-language"])]);
}

/** Returns the tags of an Accept-Language header, the most wanted first (RFC 9110, section 12.5.4). */
function preferredLanguages(header = ""): string[] {
  return header
    .split(",", 20)
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
