/** Errors of searches: a part of the catalog in errors.ts. */
export const searchErrors = {
  "search.too_short": { status: 400, message: "Type at least 2 characters to search." },
  "search.unknown_operator": {
    status: 400,
    message:
      "This search operator does not exist. To search for its words, put it in quotation marks.",
  },
  "search.unknown_value": {
    status: 400,
    message: "Unsupported operator value or symbol.",
  },
  "search.too_many": {
    status: 400,
    message: "Too many search terms (maximum 30).",
  },
} as const;
