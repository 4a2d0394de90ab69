/** Failures around searches: a part of the catalogue in errors.ts. */
export const searchErrors = {
  "search.too_short": { status: 400, message: "Type at least 2 characters to search." },
  "search.unknown_operator": {
    status: 400,
    message:
      "This search has an operator that does not exist. To search for it as words, put it in quotation marks.",
  },
  "search.unknown_value": {
    status: 400,
    message:
      "This search has an operator with a value that it does not take, or signs that cannot be searched for.",
  },
  "search.too_many": {
    status: 400,
    message: "This search asks for more than 30 things at once. Leave some of them out.",
  },
} as const;
