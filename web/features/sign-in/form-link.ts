/** How the link below a form looks that leads to the other one. */
export const formLink = "font-medium text-accent-ink underline-offset-2 hover:underline";
