/** A message of the demo with its summary. All of it is fictional. */
export interface DemoSample {
  category: string;
  priority: string;
  isHigh: boolean;
  from: string;
  subject: string;
  preview: string;
  summary: string;
  next: string;
}

export const demoSamples: readonly [DemoSample, ...DemoSample[]] = [
  {
    category: "urgent",
    priority: "high",
    isHigh: true,
    from: "Rosa Lindqvist",
    subject: "Pump room 2 is taking water",
    preview: "We have shut the valve, but someone has to decide about the night shift before six…",
    summary:
      "Water in pump room 2, the valve is shut. Rosa needs a decision about the night shift before 18:00 today.",
    next: "Call Rosa, or answer yes to the second crew.",
  },
  {
    category: "business",
    priority: "medium",
    isHigh: false,
    from: "Kaito Mori",
    subject: "Offer for the quay lamps, third round",
    preview: "Please find our revised offer below. The price per lamp falls by four percent if…",
    summary:
      "The price per lamp falls by 4% for orders over 60 pieces. Delivery takes nine weeks; the offer is valid until the end of the month.",
    next: "Compare with the second round and answer by the 30th.",
  },
  {
    category: "personal",
    priority: "medium",
    isHigh: false,
    from: "Mum",
    subject: "Sunday",
    preview: "Your aunt arrives on the early train. Could you bring the big pot, and do you still…",
    summary:
      "Sunday lunch at one. Your aunt arrives on the early train; you are asked to bring the big pot.",
    next: "Say yes, and put the pot by the door.",
  },
  {
    category: "newsletter",
    priority: "low",
    isHigh: false,
    from: "Rope & Canvas",
    subject: "This week: knots that hold wet",
    preview: "Plus: a sailmaker in her fourth decade, and readers' letters about the winter…",
    summary:
      "Five knots compared wet and dry, a portrait of a sailmaker, readers’ letters. No answer needed.",
    next: "Read it on a quiet evening, or unsubscribe with one click.",
  },
];
