/** All claims and figures of the landing page. A host can switch off those about price, rating and savings. */
export const marketing = {
  trial: ["14-day free trial", "No credit card", "Cancel anytime"],
  setup: "Setup in 3 minutes",
  rating: { score: "4.9/5", by: "1,200+ users" },

  stats: [
    { figure: "3 minutes", about: "setup" },
    { figure: "89%", about: "time saved" },
    { figure: "Zero", about: "learning curve" },
  ],

  problems: [
    { figure: "2.5", about: "hours a day spent on email" },
    { figure: "67%", about: "of important emails buried" },
    { figure: "40%", about: "productivity drop" },
    { figure: "144", about: "emails per day" },
  ],
  emailsPerDay: "144",

  mailServices: ["Gmail", "Outlook", "Yahoo"],
  tones: ["Professional", "Casual", "Formal"],
  integrations: ["Telegram bot alerts", "Slack", "Webhooks", "Notion", "Trello", "Calendar"],
  slackPromise:
    "Inlet never posts to Slack without permission, and the connection can be revoked at any time.",
} as const;
