/** Words that say nothing about what is looked for. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an and any all about above after again am are as at be been before being below between both but by can could
  did do does doing don down during each few for from further get got had has have having he her here hers him his how
  i if in into is it its itself just let lets me more most my mine no nor not now of off on once only or other our ours
  out over own please same she should so some such than that the their theirs them then there these they this those
  through to too under until up us very was we were what when where which while who whom whose why will with would you
  your yours s t d ll m re ve`.split(/\s+/),
);

/** Words that a question about mail is asked with. Where nothing is asked they are what is looked for. */
export const askingWords: ReadonlySet<string> = new Set(
  `email emails mail mails message messages inbox mailbox tell show find search look looking give list know need want
  wants anything something everything ever recent recently latest last newest many much say says said send sends sent
  write wrote written receive received get ask asked mention mentioned remind summarize summarise summary question
  long often time times thank thanks hello hi hey okay ok ones one regarding concerning related subject there's whats
  number count record value multiple read unread starred attachment attachments attached file files`.split(
    /\s+/,
  ),
);
