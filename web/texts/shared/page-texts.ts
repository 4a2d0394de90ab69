/** Texts of every page, for signed-in users and visitors. */
export const pageTexts = {
  product: "Inlet",
  loading: "Loading...",
  showPassword: "Show password",
  hidePassword: "Hide password",

  notFound: {
    title: "404 - Page Not Found",
    short: "Not Found",
    text: "Sorry, the page you are looking for does not exist.",
    home: "Home",
  },

  failed: {
    title: "Something went wrong!",
    text: "This page could not be shown. Your mail is safe.",
    home: "Go to the inbox",
    show: "Show Error",
    hide: "Hide Error",
    retry: "Try again",
  },
} as const;
