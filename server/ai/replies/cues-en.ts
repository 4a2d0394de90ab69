import type { Cue } from "./cues.ts";

const verbs =
  "send|share|forward|pass|give|let|tell|provide|review|check|look|read|confirm|approve|sign|complete|fill|update|upload|prepare|draft|write|call|ring|email|help|book|order|arrange|organi[sz]e|set|make|take|bring|pick|drop|return|submit|add|remove|change|fix|correct|move|cancel|print|explain|advise|reply|respond|get|put|create|finish|finali[sz]e|deliver|contact|speak|talk|ask|find|ensure|keep|note down|leave|open|close|water|feed|proofread|translate|test|deploy|merge|restart|renew|register|hand|have|do|go|run|post|publish|schedule|collect|compare|count|measure|replace|clean|swap|sort|go over|go through|cast an eye|weigh in|chip in|walk|dig out|send over|jot|nudge|raise|reset|install|record|edit|work|verify|double-check|include|attach|describe|outline|show|lend|cover";

/** Cues that reveal the speech act of English sentences. A heavier cue outweighs a lighter one. */
export const cuesEn: readonly Cue[] = [
  // Scams that ask for secrets or money.
  { act: "sensitive", weight: 9, pattern: /\b(?:gift|itunes|google play|steam) ?cards?\b/i },
  {
    act: "sensitive",
    weight: 9,
    pattern:
      /\b(?:send|give|tell|share|reply with|confirm|provide|enter|need|verify)\b.{0,40}\b(?:passwords?|passcodes?|pin(?: code| number)?|one[- ]time code|verification code|security code|login (?:details|credentials)|credentials|card (?:number|details)|cvv|social security number)\b/i,
  },
  {
    act: "sensitive",
    weight: 9,
    pattern:
      /\b(?:changed?|new|updated?|different)\b.{0,30}\b(?:bank(?:ing)?|account|payment|iban|wire) (?:details|account|information|instructions|number)\b/i,
  },
  {
    act: "sensitive",
    weight: 9,
    pattern: /\b(?:wire|transfer)\b.{0,40}\b(?:today|immediately|urgently|right away|asap)\b/i,
  },

  // Invitations.
  {
    act: "invitation",
    weight: 7,
    pattern: /\b(?:invit(?:e|ed|ing|ation)|r\.?s\.?v\.?p\.?|save the date)\b/i,
  },
  {
    act: "invitation",
    weight: 7,
    pattern:
      /\b(?:join (?:us|me)|(?:love|like|be (?:great|lovely|nice|good)|hoping|hope|delighted|happy|glad|pleased) (?:for |to (?:have|see) |if )?you(?:(?:'d| would| could| can)? (?:to )?(?:come|join|attend|be there)| (?:and \w+ )?(?:there|with us|along))|to have you (?:with us|there|along|as)|come (?:along|over|round|by|and join)|be our guest|care to join|are you (?:in|up) for|fancy (?:coming|joining|a))\b/i,
  },
  {
    act: "invitation",
    weight: 4,
    pattern:
      /\b(?:party|wedding|birthday|barbecue|bbq|housewarming|gala|opening night|reception|celebration|picnic|get-together|open day|dinner at|supper at|brunch at)\b/i,
  },

  // Scheduling.
  {
    act: "schedule",
    weight: 7.3,
    pattern:
      /\b(?:reschedul\w+|your availability|(?:are|will|would) you (?:be )?(?:free|available|around)|when (?:are you|would you be|works|suits|would (?:work|suit)|could we|can we|shall we)|what (?:time|day)s? (?:works?|suits?|would|are you|do you)|(?:does|would|will|could|how about|what about|is) .{0,45}\b(?:work|suit|be (?:ok|okay|fine|good|convenient|possible)|(?:ok|okay|fine|good|convenient)) (?:for|with)? ?(?:you|everyone|your side)|find (?:a|some) time|a time (?:to|that|when)|some time (?:to|for) (?:talk|chat|meet|discuss)|(?:set|line) up (?:a|some) (?:call|meeting|time|chat|session)|suggest(?:ing)? (?:a|some|two|three) (?:time|day|date|slot)s?|push (?:it|our|the) .{0,30}\bto|fit (?:me|us) in|block (?:out )?(?:an|half an|some) )/i,
  },
  {
    act: "schedule",
    weight: 6,
    needsDate: true,
    needsProposal: true,
    pattern:
      /\b(?:meet(?:ing)?|call|chat|catch ?-?up|coffee|lunch|sync|session|appointment|interview|video|zoom|teams|visit|drop by|stop by|swing by|get together|sit down|talk|speak|demo|viewing|fitting|consultation|rehearsal|move (?:it|our|the)|postpone|bring forward|push back)\b/i,
  },
  {
    act: "schedule",
    weight: 6,
    needsQuestion: true,
    needsDate: true,
    pattern:
      /\b(?:how about|what about|shall we say|would|could (?:we|you) (?:do|make|manage)|can (?:we|you) (?:do|make|manage))\b/i,
  },
  {
    act: "schedule",
    weight: 5,
    pattern:
      /\b(?:could|can|shall|should|might|may) (?:we|i) .{0,30}\b(?:meet|talk|chat|speak|catch up|have a (?:quick )?(?:call|word|chat)|hop on|jump on|sit down)\b/i,
  },

  // Bills.
  {
    act: "invoice",
    weight: 6,
    pattern:
      /\b(?:invoices?|amount due|remittance|outstanding balance|billing statement|fee note|bill for|pro ?forma|payment (?:is )?(?:due|terms|of|within)|payable (?:by|within|to)|due for payment|settle the)\b/i,
  },

  // Reminders.
  {
    act: "reminder",
    weight: 7,
    pattern:
      /\b(?:(?:just |only )?(?:checking|check) in (?:on|about|again|to see)|(?:just |wanted to |quick |to )follow(?:ing)?[- ]up|gentle (?:reminder|nudge)|friendly (?:reminder|nudge)|quick (?:reminder|nudge)|any (?:news|updates?|progress|word|joy|luck|movement)\b|had (?:a|any|the) (?:chance|moment|time|opportunity)|still (?:waiting|need|hoping|missing|outstanding)|not (?:yet )?(?:heard|received|had)|haven't (?:yet )?(?:heard|received|had|seen)|circl(?:e|ing) back|chas(?:e|ing)|nudg(?:e|ing)|bump(?:ing)? this|second (?:time|email|message)|my (?:last|previous|earlier) (?:e-?mail|message|note|mail)|where (?:are we|do we stand|things stand)|as (?:i|we) (?:mentioned|asked) (?:last|before|earlier)|did you (?:get|see|receive) my)\b/i,
  },

  // Requests for action.
  {
    act: "request",
    weight: 5,
    pattern: new RegExp(
      String.raw`\b(?:can|could|would|will) you (?:please |kindly |possibly |also |maybe |perhaps |quickly |just |then |both |be able to |be so kind (?:as )?(?:to )?|help (?:me|us) )*(?:${verbs})\b`,
      "i",
    ),
  },
  {
    act: "request",
    weight: 5,
    pattern: new RegExp(
      String.raw`(?:^|[,;:.!?–-] ?|\b(?:so|and|then|but|therefore) )(?:please|kindly|pls)(?: (?:also|just|kindly|do|then|could you|can you))? (?:${verbs})\b`,
      "i",
    ),
  },
  {
    act: "request",
    weight: 5,
    pattern:
      /\b(?:(?:would|do) you mind|would it be (?:possible|ok|okay) (?:to|for you|if you)|is it possible (?:to|for you)|i(?:'d| would) (?:really |be )?(?:appreciate|grateful|be grateful|be thankful)(?: it)? if you|(?:we|i) (?:need|want|would like|'d like) you to|it would be (?:great|helpful|good|a big help|wonderful|fantastic) if you|could i (?:ask|trouble|borrow|have|get)|can i (?:ask|trouble|borrow|have|get)|may i (?:ask you|have|borrow)|do me a favou?r|(?:need|use|like|ask for|grateful for) your help|any chance you (?:could|can)|i was (?:hoping|wondering if) you (?:could|can|would|might))\b/i,
  },
  {
    act: "request",
    weight: 4,
    pattern: /\b(?:please|pls)\b.{0,60}\b(?:by|before|until|no later than|asap|as soon as)\b/i,
  },
  { act: "request", weight: 4, pattern: /\bmake sure (?:to|you|that)\b/i },
  {
    act: "request",
    weight: 4,
    pattern:
      /\b(?:we|i) need (?:your|the|a|an|it|them|this|that)\b.{0,60}\b(?:by|before|from you|until|today|tomorrow|soon)\b/i,
  },

  // Questions.
  {
    act: "question-open",
    weight: 4.5,
    needsQuestion: true,
    pattern:
      /(?:^|[,;:–-] ?|\b(?:and|so|but|know|wondering|curious|tell me|wonder|remember|idea|out|sure) )(?:what|which|who|whom|whose|where|when|why|how|how many|how much|how long)\b/i,
  },
  {
    act: "question-open",
    weight: 4.5,
    pattern:
      /\b(?:let (?:me|us) know|tell (?:me|us)|i(?:'m| am) wondering|i was wondering|i wonder|i(?:'d| would) (?:like|love) to (?:know|hear)|interested to (?:know|hear)|curious) (?:what|which|who|where|when|why|how|your (?:view|opinion|thoughts?|take|preference))\b/i,
  },
  {
    act: "question-open",
    weight: 4.5,
    needsQuestion: true,
    pattern:
      /\b(?:any (?:ideas?|thoughts|suggestions|preferences?|recommendations?|advice)|your (?:thoughts|opinion|view|take|preference|recommendation|advice)(?: on| about)?|thoughts)\b/i,
  },
  {
    act: "question-open",
    weight: 4,
    needsQuestion: true,
    pattern: /\b(?:what|how|why|where|who|which)\b/i,
  },
  {
    act: "question-yes-no",
    weight: 4.2,
    needsQuestion: true,
    pattern:
      /(?:^|[,;:–-] ?|\b(?:and|so|but|or|also|just|because) )(?:do|does|did|is|are|am|was|were|has|have|had|will|would|shall|should|can|could|may|might|isn't|aren't|don't|didn't|doesn't|won't|wouldn't|can't|couldn't|haven't|hasn't)\b/i,
  },
  {
    act: "question-yes-no",
    weight: 4.2,
    pattern:
      /\b(?:let (?:me|us) know|tell (?:me|us)|wondering|wonder|confirm|say|check|sure|curious|see) (?:if|whether)\b/i,
  },
  { act: "question-yes-no", weight: 2.5, pattern: /\?\s*$/ },
  {
    act: "question-yes-no",
    weight: 4.4,
    pattern:
      /\b(?:still (?:up for|on for|interested|happy with|ok with)|happy (?:with|for me to)|ok(?:ay)? (?:with you|if i|for me to|to)|all right if|alright if|yes or no|agreed|right)\?/i,
  },

  // Introductions of a new contact.
  {
    act: "introduction",
    weight: 4.6,
    pattern:
      /\b(?:my name is|let me introduce|(?:like|love|want|wanted|allow me|happy|pleased|delighted) to introduce|introducing (?:you|myself)|i(?:'d| would) like you to meet|please meet|you two should|connect(?:ing)? you (?:two|both|with)|put you (?:two )?in touch|i(?:'m| am) the new|i(?:'ve| have)? (?:just |recently )?(?:joined|started (?:at|as|in|with)|taken over|took over|be taking over)|(?:i'll|i will|i am going to) be (?:your|taking over|looking after|the one)|your new (?:contact|account|neighbou?r|colleague|landlord|tutor|case)|by way of introduction|we haven't met|have not met)\b/i,
  },

  // Apologies.
  {
    act: "apology",
    weight: 3.8,
    pattern:
      /\b(?:(?:i'm|i am|we're|we are|so|very|really|terribly|truly|awfully) sorry\b|^sorry\b|apolog(?:y|ies|i[sz]e|i[sz]ing)|my (?:mistake|bad|fault|error)|our (?:mistake|fault|error)|forgive (?:me|us)|i (?:messed|screwed) up|i regret that|regret the|mea culpa)\b/i,
  },

  // Documents.
  {
    act: "document",
    weight: 3.6,
    pattern:
      /\b(?:attach(?:ed|ing|ment)|enclosed|(?:here(?:'s| is| are)|find|sending you|i(?:'m| am)? ?send(?:ing)?|i(?:'ve| have) (?:put|uploaded|shared|sent|added|dropped)|sharing|sent over|passing (?:on|along)) (?:you )?(?:(?:with|below|herewith|across|over) )?(?:the|my|our|a|an|your|this|that|those|these|some|all|both)?[^.?!]{0,50}\b(?:drafts?|reports?|documents?|contracts?|slides?|deck|minutes|notes|files?|photos?|pictures?|scans?|proposals?|agreements?|spreadsheets?|plans?|versions?|manuscripts?|chapters?|forms?|copy|copies|presentation|quote|quotation|estimate|agenda|summary|recording|transcript|brochure|drawings?|certificates?|specs?|itinerary|statement|results?|recipe|receipts?|leaflet|floor plan|programme|scores?))\b/i,
  },

  // Congratulations and thanks.
  {
    act: "congratulation",
    weight: 4.3,
    pattern:
      /\b(?:congrat(?:s|ulations)|well done|great (?:job|work|news about)|(?:fantastic|brilliant|excellent|amazing|superb|outstanding|terrific|wonderful|impressive) (?:job|work|result|talk|presentation|performance|achievement|piece)|happy (?:birthday|anniversary)|many happy returns|(?:so|very|really) (?:proud of|pleased for|happy for|impressed)|bravo|hats off|kudos|(?:you|your team) (?:nailed|smashed|killed|did) it|good luck (?:in|with|on|for))\b/i,
  },
  {
    act: "thanks",
    weight: 3.4,
    pattern:
      /\b(?:thank you|thanks|many thanks|thank-you|cheers)(?: (?:so|very) much| a (?:lot|million|bunch)| again| all| both| ever so much)?,? (?:for|to you)\b/i,
  },
  {
    act: "thanks",
    weight: 3.4,
    pattern:
      /\b(?:appreciate|appreciated|grateful|indebted)\b|\b(?:thanks|thank you)(?: so much| very much| a lot| a million| again)?[.!]|\bowe you one\b|\b(?:could not|couldn't) have (?:done|managed) (?:it|this|that) without you\b|\b(?:you were|that was|it was|you've been) (?:a (?:great|huge|big) help|so (?:kind|helpful)|very (?:kind|helpful))\b/i,
  },

  // Information without a question.
  {
    act: "fyi",
    weight: 3,
    pattern:
      /\b(?:fyi|just (?:so you know|to let you know|a (?:quick )?(?:note|heads[- ]?up))|for your information|heads[- ]up|please (?:note|be aware|be advised)|(?:wanted|writing|like|pleased|happy) to (?:let you know|inform|tell you|update|say)|no (?:action|reply|answer|response) (?:is )?(?:needed|required|necessary)|for the record)\b/i,
  },
];

/** Courtesies that neither request nor thank. */
export const courtesiesEn: readonly RegExp[] = [
  /\b(?:let (?:me|us) know|reach out|get in touch|contact (?:me|us)|call me|give me a (?:call|ring)|shout|ask|drop me a line|write)\b[^.?!]{0,30}\bif (?:you|there|anything|that|something)(?:'d| would|'s|'re| are| is|'ve)?(?: have| need| got| see| want| like| prefer| any| anything| something| is| are| unclear| changes| comes| else| not| doesn't)[^.?!]*/gi,
  /\b(?:if you have|should you have|in case of|for) any (?:further |other |more )?(?:questions?|concerns?|queries|issues?|problems?|comments?|doubts?)[^.?!]*/gi,
  /\b(?:please )?(?:do not|don't|never) hesitate[^.?!]*/gi,
  /\b(?:please )?feel free[^.?!]*/gi,
  /\b(?:i |we )?(?:very much )?(?:look(?:ing)? forward) to[^.?!]*/gi,
  /\b(?:many )?(?:thanks|thank you)(?: so much| very much)? (?:in advance|for your (?:time|understanding|patience|attention|email|e-mail|message|mail|note|reply|quick reply|interest|enquiry|inquiry|consideration|cooperation|prompt reply))\b[^.?!]*/gi,
  /\bplease find\b/gi,
  /\bplease (?:note|be aware|be advised|see)\b/gi,
  /\b(?:i )?hope (?:you(?:'re| are)?|all is|this (?:email|mail|finds|note)|everything|your)[^.?!,]*/gi,
  /\bhow(?:'s| are| is) (?:you|things|life|it going|everything|the family|your (?:week|day|weekend|summer|holiday))[^.?!]*\??/gi,
  /\bsorry (?:for|about) (?:the|my) (?:late|slow|delayed|long|short) [^.?!,]*/gi,
  /\bsorry to (?:bother|trouble|disturb|chase|ask|nag|interrupt)[^.?!,]*/gi,
  /\bplease accept\b/gi,
];
