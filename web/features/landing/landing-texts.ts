/** Every sentence of the landing page that is no claim (those are in marketing.ts), spelled once. */
export const landingTexts = {
  title: "Inlet · All your mail in one quiet place",
  skip: "Skip to the content",

  header: {
    home: "Inlet, to the top",
    sections: "Sections of this page",
    links: [
      { href: "#features", label: "Features" },
      { href: "#demo", label: "Try it" },
      { href: "#cost", label: "Why" },
    ],
    theme: "Switch between light and dark",
    themeShort: "Light or dark",
    login: "Login",
    getStarted: "Get Started",
    gitHub: "GitHub",
    stars: "stars",
    openMenu: "Open menu",
    closeMenu: "Close menu",
    menu: "Menu",
  },

  dialogs: { close: "Close", loading: "Loading..." },

  hero: {
    headline: "All your mail runs into one quiet place.",
    text: "Inlet merges Gmail, Outlook, Yahoo and any other IMAP mailbox into one inbox, says in two lines what a mail wants, and has an answer ready in your tone.",
    start: "Start Free Trial",
    rated: "Rated",
    ratedBy: "by",
    cards: {
      inbox: {
        title: "Unified Smart Inbox",
        text: "Three mailboxes, one list, nothing twice.",
      },
      intelligence: {
        title: "AI Email Intelligence",
        text: "“Signature wanted by Friday, two pages.”",
      },
      integrations: {
        title: "Seamless Integrations",
        text: "Slack, Telegram, Notion, Trello, calendar.",
      },
    },
    pause: "Pause the motion",
    play: "Play the motion",
  },

  list: {
    name: "A sample inbox",
    hint: "It works: use the arrow keys, or J and K.",
    all: "All mail",
    filter: "Mailbox",
    summary: "Summary",
    high: "High",
  },

  shot: {
    headline: "Three minutes from now it looks like this.",
    text: "Type an address and its password; Inlet finds the servers. The newest mail stands there while the rest is still on its way.",
    alt: "The inbox of Inlet: three mailboxes in one list on the left, an open mail on the right",
  },

  features: {
    headline: "What happens to a mail before you read it",
    hub: {
      title: "One inbox for every mailbox",
      text: "Read, star or archive here and it is so everywhere: the mail stays with your provider, Inlet keeps it in step.",
      phases: [
        "Mail arrives at three mailboxes.",
        "It runs together in one inbox.",
        "Each mail gets a category and a priority.",
        "What needs you now stands on top.",
      ],
      kinds: ["Work", "Finance", "Personal", "Updates"],
      pause: "Pause the animation",
      play: "Play the animation",
    },
    summaries: {
      title: "AI summarisation",
      text: "Four screens of thread become the three lines that matter.",
      sample: [
        "The harbour office moves the inspection to Thursday, 9:00.",
        "It needs the insurance papers by Wednesday.",
        "Nobody has answered yet.",
      ],
    },
    replies: {
      title: "Smart replies and classification",
      text: "An answer in your tone, and a place for every mail.",
      tone: "Tone",
      /** In the order of the tones. */
      samples: [
        "Thursday at 9:00 works. I will send the insurance papers by tomorrow noon.",
        "Thursday’s fine! Papers are coming your way tomorrow.",
        "Dear Ms Okafor, I confirm Thursday at 9:00 and shall forward the insurance papers in due time.",
      ],
      categories: ["Work", "Finance", "Personal", "Updates"],
    },
    palette: {
      title: "Command palette",
      text: "Every action is two keys away; the mouse may rest.",
      placeholder: "Type a command",
      openedBy: ["Ctrl", "K"],
      commands: [
        { name: "Archive and open the next", keys: ["E"] },
        { name: "Snooze until tomorrow", keys: ["H"] },
        { name: "Go to Starred", keys: ["G", "S"] },
        { name: "Reply to all", keys: ["A"] },
      ],
    },
    integrations: {
      title: "Cross-platform integrations",
      text: "Mail reaches you where you already are.",
    },
  },

  demo: {
    headline: "Pick a mail. See what it wants from you.",
    text: "The mails are samples, and so are their summaries.",
    samples: "Sample mails",
    waiting: "Press one of the mails.",
    steps: [
      "Analyzing email content...",
      "Identifying key information...",
      "Generating smart summary...",
      "AI analysis complete!",
    ],
    summary: "Summary",
    next: "Next step",
    priority: (how: string) => `${how} priority`,
  },

  problem: {
    headline: "What a day of email costs",
    source: "Figures of the Inlet team for people who live by email. Your own days may differ.",
  },

  closing: {
    headline: "The next hundred and forty-four come tomorrow.",
    text: "Let them come to a quieter place.",
    start: "Start Free Trial Now",
    schedule: "Schedule Demo",
  },

  talk: {
    title: "Schedule a demo",
    hint: "Half an hour with somebody who knows Inlet. Times are in your zone:",
    name: "Your name",
    email: "Work email",
    day: "Day",
    time: "Time",
    note: "What should we look at? (optional)",
    submit: "Ask for this time",
    submitting: "Asking...",
    failed: "Something went wrong",
    storedTitle: "Your request is stored.",
    stored:
      "It waits on this server for the people who run it. This server does not send mail yet: no confirmation will come by itself, so keep the time here.",
    calendar: "Save to calendar",
    done: "Done",
    event: "Inlet demo",
  },

  footer: {
    line: "A mail client that you host yourself.",
    login: "Login",
    signUp: "Sign Up",
    api: "API",
    privacy: "Privacy",
  },
} as const;
