/** Classes of the link below a form that leads to the other form. */
export const formLink = "font-medium text-accent-ink underline-offset-2 hover:underline";
