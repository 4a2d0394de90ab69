/** Errors of saved searches: a part of the catalog in errors.ts. */
export const savedSearchErrors = {
  "saved_search.name_required": { status: 400, message: "Please give the search a name." },
  "saved_search.name_taken": { status: 409, message: "A search with this name already exists." },
  "saved_search.too_many": { status: 422, message: "You can have up to 100 saved searches." },
} as const;
