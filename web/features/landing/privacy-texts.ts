/** Every sentence of the page about privacy, spelled once. Each says what the program does; none is a promise. */
export const privacyTexts = {
  home: "Inlet, home",
  login: "Login",
  headline: "What Inlet keeps, and what leaves it",
  lead: "Inlet is a program that people run on servers of their own. No company stands behind this page: whoever runs this server answers for it, and can reach what lies on it. Here is what the program itself does.",
  parts: [
    {
      title: "On this server",
      items: [
        "Your account: name, address, and a picture and a few words if you add them. Your password is kept as a hash (argon2id) that cannot be read back.",
        "The ways into your mailboxes, such as mail passwords, and every other secret that has to be used again: sealed with a key of this server, and never shown, not even to you.",
        "A copy of your mail: messages, files and the words that search needs. Inlet does not encrypt this copy, so whoever can read the server’s disk can read it.",
        "What you make here, from drafts, labels and rules to settings; and what Inlet makes of your mail, such as categories, summaries and answers of the assistant.",
        "Where you are signed in: what the browser calls itself and when it was last used. Network addresses are counted in memory against guessing, and stand in the mail that tells you of a new sign-in.",
        "If you ask for a demo on the first page: your name, address, the time and your note.",
      ],
    },
    {
      title: "In your browser",
      items: [
        "Two cookies: one half of your session, for 90 days at most, and a mark by which this browser is known when you sign in again, for 400 days. A passkey needs a third one for a few minutes. None is read by any other site.",
        "The other half of the session, your theme, and what you have written and not sent yet.",
        "Lists and mails that you have seen, so that they open at once and without a connection. Signing out deletes them.",
      ],
    },
    {
      title: "What leaves this server",
      items: [
        "Mail, to and from the servers of the mailboxes that you connect. When you add one, its servers are looked for: its domain is asked, and Thunderbird’s public list learns the name of the domain.",
        "Pictures that a mail loads from elsewhere, once you let them. This server fetches them, so that the sender does not see where you are.",
        "Your wish to unsubscribe or a read receipt, each when you say so.",
        "The mail that a question is about, to an AI model: only if the operator or you named a model and you switched it on. Settings → AI lists every question, the mail in it and where it went. Without a model everything is made on this server.",
        "Notifications while Inlet is closed, if you switch them on: encrypted for your browser, by way of the push service of its maker.",
        "Mail of this server itself, such as a link for a forgotten password or a security alert: to your own address, where the operator has set it up.",
        "If the first page shows a repository, this server asks its host for the number of stars, once an hour at most and without a word about you.",
      ],
    },
    {
      title: "What does not happen",
      items: [
        "No advertising, no analytics, no tracking. These pages load no scripts, fonts or pictures from elsewhere, and their security policy lets them talk to this server alone.",
        "The log notes failures and requests without addresses, subjects or words of mail.",
      ],
    },
    {
      title: "What you can do",
      items: [
        "Take it along: Settings → Security exports everything of yours as one file.",
        "Disconnect a mailbox: its copy here is deleted, and the mail stays with its provider.",
        "End any session, or delete your account: what is yours leaves the database at once. Backups that the operator has made are theirs to delete.",
      ],
    },
    {
      title: "Whom to ask",
      items: ["Whoever gave you this address, or your account here, runs this server."],
    },
  ],
} as const;
