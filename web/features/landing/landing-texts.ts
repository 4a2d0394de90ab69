/** All texts of the landing page except claims, which are in marketing.ts. */
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
    text: "Inlet merges Gmail, Outlook, Yahoo and any other IMAP mailbox into one inbox, says in two lines what an email wants, and has a reply ready in your tone.",
    hosted: "Self-hosted: your mail stays with you.",
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
    plainHeadline: "Soon it looks like this.",
    text: "Type an address and its password; Inlet finds the servers. The newest mail is there while the rest is still loading.",
    alt: "The inbox of Inlet: three mailboxes in one list on the left, an open email on the right",
    phoneAlt: "The same inbox on a phone",
  },

  features: {
    headline: "What happens to an email before you read it",
    hub: {
      title: "One inbox for every mailbox",
      text: "Read, star or archive here and it happens everywhere: your mail stays with your provider, and Inlet keeps it in sync.",
      phases: [
        "Mail arrives at three mailboxes.",
        "It comes together in one inbox.",
        "Each email gets a category and a priority.",
        "What needs you now is on top.",
      ],
      kinds: ["Work", "Finance", "Personal", "Updates"],
      pause: "Pause the animation",
      play: "Play the animation",
    },
    summaries: {
      title: "AI summarisation",
      text: "Four screens of thread become the three lines that matter.",
      label: "Summary",
      thread: [
        { from: "Lindqvist & Co", percent: 88 },
        { from: "Amara Okafor", percent: 97 },
        { from: "Jonas Weber", percent: 72 },
      ],
      sample: [
        "The harbor office moves the inspection to Thursday, 9:00.",
        "It needs the insurance papers by Wednesday.",
        "No one has answered yet.",
      ],
    },
    replies: {
      title: "Smart replies and classification",
      text: "A reply in your tone, and a place for every email.",
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
      text: "Every action is two keys away. No mouse needed.",
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
      text: "Email reaches you where you already are.",
      /** In the order of the names. */
      uses: [
        "A message on your phone when mail is urgent",
        "New emails, replies and summaries in a channel",
        "A signed request to your own program at every event",
        "An email becomes a page in your workspace",
        "An email becomes a card on your board",
        "Answer invitations with your day in view",
      ],
    },
  },

  demo: {
    headline: "Pick an email. See what it wants from you.",
    text: "The emails are samples, and so are their summaries.",
    samples: "Sample emails",
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
    source: "Figures from the Inlet team for people who depend on email. Your own days may differ.",
  },

  reasons: {
    headline: "What else you get",
    text: "Small pieces of Inlet itself, with sample emails.",
    reply: {
      title: "Needs your reply",
      text: "Every open question, yours and theirs, in a list you can empty.",
      tabs: [
        { name: "To answer", count: "3" },
        { name: "Waiting for others", count: "2" },
      ],
      rows: [
        { from: "Lindqvist & Co", subject: "Contract, second version", wait: "6 days" },
        { from: "Amara Okafor", subject: "Inspection moved to Thursday", wait: "2 days" },
        { from: "Jonas Weber", subject: "Saturday on the water?", wait: "Today" },
      ],
    },
    rules: {
      title: "Rules in plain sentences",
      text: "Type what should happen; see what it would have done before it runs.",
      sentence: "Archive mail from Rope & Canvas and mark it as read",
      found: "34 emails since October",
      foundHint: "Nothing has moved yet.",
      turnOn: "Turn on",
    },
    sorting: {
      title: "Sorting that says why",
      text: "Press a label to read the reasons, and correct them once.",
      label: "Finance",
      why: "Why Finance?",
      because: "Because: statement, balance, a bank writes.",
      choices: ["Finance", "Always Finance from Quayside Bank"],
    },
    ledger: {
      title: "A ledger of what leaves",
      text: "AI works on your server. With a model of your own, every request is listed.",
      columns: ["Request", "Sent", "Cost"],
      rows: [
        { time: "08:43", task: "Summary", sent: "1 email", cost: "$0.002" },
        { time: "08:21", task: "Reply", sent: "3 emails", cost: "$0.004" },
        { time: "07:58", task: "Question", sent: "5 emails", cost: "$0.006" },
      ],
      total: "Today: 3 requests, $0.012",
    },
    sync: {
      title: "Proof of sync",
      text: "Each folder shows how many emails the server has, and how many are here.",
      columns: ["Folder", "Server", "Here"],
      folders: [
        { name: "Inbox", server: "4,812", here: "4,812" },
        { name: "Sent", server: "1,306", here: "1,306" },
        { name: "Archive", server: "22,415", here: "21,980" },
      ],
    },
    dark: {
      title: "Dark mail that reads well",
      text: "Newsletters turn dark with their colors, or stay as they were sent.",
      sender: "Rope & Canvas",
      headline: "Knots that hold wet",
    },
  },

  closing: {
    headline: "The next hundred and forty-four come tomorrow.",
    plainHeadline: "More mail comes tomorrow.",
    text: "Let them come to a quieter place.",
    start: "Start Free Trial Now",
    schedule: "Schedule Demo",
  },

  talk: {
    title: "Schedule a demo",
    hint: "Half an hour with someone who knows Inlet. Times are in your time zone:",
    name: "Your name",
    email: "Work email",
    day: "Day",
    time: "Time",
    note: "What should we look at? (optional)",
    submit: "Request this time",
    submitting: "Requesting…",
    failed: "Something went wrong",
    storedTitle: "Your request is saved.",
    stored:
      "It is saved on this server for its administrators. This server does not send email yet, so no confirmation will arrive. Save the time here.",
    calendar: "Save to calendar",
    done: "Done",
    event: "Inlet demo",
  },

  footer: {
    line: "An email client that you host yourself.",
    login: "Login",
    signUp: "Sign Up",
    api: "API",
    privacy: "Privacy",
  },
} as const;
