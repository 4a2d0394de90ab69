/** Errors of the address book: a part of the catalog in errors.ts. */
export const contactErrors = {
  "contact.not_found": { status: 404, message: "This contact no longer exists." },
  "contact.fields_required": {
    status: 400,
    message: "Please enter a name or an email address.",
  },
  "contact.bad_address": { status: 422, message: "Please check the email addresses." },
  "contact.too_many": {
    status: 422,
    message: "Your address book is full. It can hold up to 10,000 contacts.",
  },
  "contact.unreadable": {
    status: 422,
    message: "No contacts found in this file. Please choose a vCard file (.vcf).",
  },
  "contact_group.not_found": { status: 404, message: "This group no longer exists." },
  "contact_group.name_taken": { status: 409, message: "A group with this name already exists." },
  "contact_group.full": { status: 422, message: "A group can hold up to 500 contacts." },
  "contact_group.too_many": { status: 422, message: "You can have up to 200 groups." },
} as const;
