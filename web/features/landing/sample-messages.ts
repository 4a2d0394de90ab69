/** A message of the hero's sample inbox. */
export interface SampleMail {
  from: string;
  subject: string;
  preview: string;
  time: string;
  mailbox: "Gmail" | "Outlook" | "Yahoo";
  category: string;
  /** The hue of the category. */
  hue: number;
  isUnread: boolean;
  isUrgent: boolean;
  summary: string;
}

export const sampleMessages: readonly SampleMail[] = [
  {
    from: "Amara Okafor",
    subject: "Inspection moved to Thursday, 9:00",
    preview: "The surveyor is free earlier than planned. Could you bring the papers",
    time: "08:42",
    mailbox: "Outlook",
    category: "Work",
    hue: 255,
    isUnread: true,
    isUrgent: true,
    summary: "Wants the insurance papers by Wednesday and a yes to Thursday, 9:00.",
  },
  {
    from: "Quayside Bank",
    subject: "Your statement for October",
    preview: "Your statement is ready. Balance on 31 October",
    time: "08:15",
    mailbox: "Gmail",
    category: "Finance",
    hue: 85,
    isUnread: true,
    isUrgent: false,
    summary: "The October statement is ready. Nothing to do.",
  },
  {
    from: "Jonas Weber",
    subject: "Saturday on the water?",
    preview: "Wind from the south-west, four. I have the small boat until",
    time: "07:58",
    mailbox: "Yahoo",
    category: "Personal",
    hue: 155,
    isUnread: false,
    isUrgent: false,
    summary: "Asks whether you sail with him on Saturday at ten. He waits for an answer.",
  },
  {
    from: "Lindqvist & Co",
    subject: "Contract, second version",
    preview: "We took over your two remarks on page four. Please sign by",
    time: "Yesterday",
    mailbox: "Outlook",
    category: "Work",
    hue: 255,
    isUnread: false,
    isUrgent: false,
    summary: "Signature wanted by Friday, two pages; both of your remarks are in.",
  },
  {
    from: "The Tide Tables",
    subject: "November: what the moon does to the harbor",
    preview: "Spring tides on the 5th and the 20th, and a long read about",
    time: "Yesterday",
    mailbox: "Gmail",
    category: "Updates",
    hue: 210,
    isUnread: false,
    isUrgent: false,
    summary: "A newsletter. Spring tides fall on the 5th and the 20th.",
  },
];
