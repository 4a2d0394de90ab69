/** Failures around the address book: a part of the catalogue in errors.ts. */
export const contactErrors = {
  "contact.not_found": { status: 404, message: "This contact is not there any more." },
  "contact.fields_required": {
    status: 400,
    message: "Please give a name or an email address.",
  },
  "contact.bad_address": { status: 422, message: "Please check the email addresses." },
  "contact.too_many": {
    status: 422,
    message: "Your address book is full. It has room for 10,000 contacts.",
  },
  "contact.unreadable": {
    status: 422,
    message: "There are no contacts in this file. Please choose a vCard file (.vcf).",
  },
  "contact_group.not_found": { status: 404, message: "This group is not there any more." },
  "contact_group.name_taken": { status: 409, message: "There is a group with this name already." },
  "contact_group.full": { status: 422, message: "A group has room for 500 contacts." },
  "contact_group.too_many": { status: 422, message: "There is room for 200 groups." },
} as const;
