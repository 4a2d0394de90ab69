/** Texts of the privacy page. Each describes the program's behavior; none is a promise. */
export const privacyTexts = {
  home: "Inlet, home",
  login: "Login",
  headline: "What Inlet keeps, and what leaves it",
  lead: "Inlet is software that people run on their own servers. No company is behind this page: the operator of this server is responsible for it and can access the data on it. Here is what the software itself does.",
  parts: [
    {
      title: "On this server",
      items: [
        "Your account: name, address, and a picture and a short bio if you add them. Your password is kept as a hash (argon2id) that cannot be read back.",
        "The credentials for your mailboxes, such as email passwords, and every other secret that has to be reused: encrypted with this server’s key, and never shown, not even to you.",
        "A copy of your mail: emails, files and a search index. Inlet does not encrypt this copy, so anyone who can read the server’s disk can read it.",
        "What you create here, such as drafts, labels, rules and settings; and what Inlet creates from your mail, such as categories, summaries and answers from the assistant.",
        "Where you are signed in: the name of the browser and when it was last used. IP addresses are kept in memory to limit password guessing, and are named in the email that tells you about a new sign-in.",
        "If you request a demo on the first page: your name, address, the time and your note.",
      ],
    },
    {
      title: "In your browser",
      items: [
        "Two cookies: one half of your session, for at most 90 days, and an identifier that recognizes this browser when you sign in again, for 400 days. A passkey needs a third one for a few minutes, and a language that you chose one more. None is read by any other site.",
        "The other half of the session, your theme, and what you have written and not sent yet.",
        "Lists and emails that you have seen, so that they open at once and offline. Signing out deletes them.",
      ],
    },
    {
      title: "What leaves this server",
      items: [
        "Mail, to and from the servers of the mailboxes that you connect. When you add one, Inlet looks up its servers: it asks the domain, and Thunderbird’s public list learns the name of the domain.",
        "Remote images in an email, once you allow them. This server downloads them, so the sender does not see where you are.",
        "A request to unsubscribe or a read receipt, only when you send it.",
        "The email that a request is about, to an AI model: only if the operator or you set up a model and you turned it on. Settings → AI lists every request, the emails in it and where they were sent. Without a model, everything is done on this server.",
        "Notifications while Inlet is closed, if you turn them on: encrypted for your browser, through the push service of its vendor.",
        "Email from this server itself, such as a password reset link or a security alert: to your own address, if the operator has set it up.",
        "If the first page shows a repository, this server asks its host for the number of stars, at most once an hour and without any data about you.",
      ],
    },
    {
      title: "What does not happen",
      items: [
        "No advertising, no analytics, no tracking. These pages load no scripts, fonts or images from other sites, and their security policy lets them connect only to this server.",
        "The log records failures and requests without addresses, subjects or email text.",
      ],
    },
    {
      title: "What you can do",
      items: [
        "Export it: Settings → Security exports all your data as one file.",
        "Disconnect a mailbox: its copy here is deleted, and the mail stays with its provider.",
        "End any session, or delete your account: your data is deleted from the database at once. Backups are deleted by the operator.",
      ],
    },
    {
      title: "Who to ask",
      items: ["The person who gave you this address, or your account here, runs this server."],
    },
  ],
} as const;
