import type { Tongue } from "./stem.ts";

/** Languages in which questions are supported. */
export type Language = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl";

interface QuestionWords {
  /** Words without search value. */
  stop: string;
  /** Words that form questions about mail. In a text that is not a question they are search words. */
  asking: string;
}

const byLanguage: Record<Language, QuestionWords> = {
  en: {
    stop: `a an and any all about above after again am are as at be been before being below between both but by can
      could did do does doing don down during each few for from further get got had has have having he her here hers him
      his how i if in into is it its itself just let lets me more most my mine no nor not now of off on once only or
      other our ours out over own please same she should so some such than that the their theirs them then there these
      they this those through to too under until up us very was we were what when where which while who whom whose why
      will with would you your yours s t d ll m re ve`,
    asking: `email emails mail mails message messages inbox mailbox tell tells told show find search look looking give list know
      need want wants anything something everything ever recent recently latest last newest many much say says said
      send sends sent write wrote written receive received get ask asked mention mentioned remind summarize summarise
      summary question long often time times thank thanks hello hi hey okay ok ones one regarding concerning related
      subject there's whats number count record value multiple read unread starred attachment attachments attached
      file files place takes happen happens happening`,
  },
  de: {
    stop: `ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da
      dabei dafur damit dann das dass dein deine dem den denn der des dessen dich die dies diese diesem diesen dieser
      dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer fur gegen gewesen hab habe
      haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
      jeden jeder jedes kann kein keine konnen konnte mal man mein meine meinem meinen meiner mich mir mit muss nach
      nicht noch nun nur ob oder ohne sehr sein seine seit sich sie sind so soll sollte uber um und uns unser unsere
      unter vom von vor wann war waren was weil welche welchem welchen welcher welches wem wen wenn wer werde werden
      wessen wie wieder will wir wird wo woher wohin wollen worum wurde wurden zu zum zur zwischen`,
    asking: `e mail mails email emails nachricht nachrichten posteingang postfach zeig zeige zeigen finde finden such
      suche suchen gib gibt liste weiss sag sage sagt sagte gesagt schreibt schrieb geschrieben schickt schickte
      geschickt gesendet erhalten bekommen frag fragt fragte gefragt erwahnt viel viele wieviel wieviele letzte letzten
      neueste neuesten bitte danke hallo alles uhrzeit zeit datum tag ungelesen ungelesene ungelesenen anhang anhange
      anhangen anzahl statt stattfindet findet betreff`,
  },
  fr: {
    stop: `a au aux avec ce ces cette c d dans de des du elle en est et etait eu il ils j je l la le les leur lui ma mais me
      mes moi mon m n ne nos notre nous on ont ou par pas pour qu que quand quel quelle quelles quels qui s sa se ses si
      son sont sur t ta te tes toi ton tu un une vos votre vous y combien comment pourquoi`,
    asking: `mail mails email emails courriel courriels message messages montre montrer trouve trouver cherche liste dit
      ecrit envoye recu dernier derniere derniers dernieres heure date jour lieu`,
  },
  es: {
    stop: `a al ante con cual cuales cuando cuanta cuanto cuantas cuantos de del donde e el ella ellos en era es esa ese esta
      este esto fue ha han hay la las le les lo los me mi mis no nos o para pero por porque que quien quienes se si sin su
      sus te tengo tiene tu un una uno y yo`,
    asking: `correo correos mail mails email mensaje mensajes muestra mostrar busca buscar encuentra lista dijo dice
      escribio envio envie recibi ultimo ultima ultimos fecha hora lugar`,
  },
  it: {
    stop: `a ad al alla c che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed era gli ha hanno ho i il
      in io la le lei lo loro ma mi mio mia ne nei nel nella non o per perche piu qual quale quali quando quanta quante
      quanti quanto se si sono su sul sulla tu un una uno`,
    asking: `mail email messaggio messaggi posta mostra mostrare trova cerca elenco dice detto scritto inviato ricevuto
      ultimo ultima ultimi data ora luogo`,
  },
  pt: {
    stop: `a ao aos as com como da das de do dos e ela ele em era essa esse esta este eu foi ha isso la lhe mais mas me meu
      minha na nao nas no nos o onde os ou para pela pelo por porque qual quais quando quanta quantas quanto quantos que
      quem se sem ser seu sua tem um uma`,
    asking: `correio mail mails email emails mensagem mensagens mostre mostrar encontre procure lista disse escreveu
      enviou enviei recebi ultimo ultima ultimos data hora lugar`,
  },
  nl: {
    stop: `aan al als bij dan dat de der des deze die dit door een en er had heb hebben heeft hem het hier hij hoe hoeveel
      hun ik in is ja je kan kon maar me met mij mijn naar niet nog nu of om omdat ons ook op over te ten ter tot u uit uw
      van veel voor waar wanneer waren was wat we welk welke wel werd wie wij worden zal ze zich zij zijn zo zou`,
    asking: `mail mails email emails bericht berichten toon laat zien vind zoek lijst zegt zei schreef geschreven stuurde
      gestuurd ontvangen laatste datum tijd plaats`,
  },
};

const languages = Object.keys(byLanguage) as Language[]; // Safe: the keys are literals above.

interface WordSets {
  stop: ReadonlySet<string>;
  asking: ReadonlySet<string>;
}

const listed = new Map<Language, WordSets>(
  languages.map((language) => {
    const { stop, asking } = byLanguage[language];
    return [language, { stop: new Set(stop.split(/\s+/)), asking: new Set(asking.split(/\s+/)) }];
  }),
);
const none: ReadonlySet<string> = new Set();

/** Returns the words without search value in the language of the question. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return listed.get(language)?.stop ?? none;
}

/** Returns the words that form questions about mail. In a text that is not a question they are search words. */
export function askingWordsOf(language: Language): ReadonlySet<string> {
  return listed.get(language)?.asking ?? none;
}

/** Returns the language with the most stop words in a question; English if none has more. */
export function languageOfQuestion(words: readonly string[]): Language {
  const [best] = languages
    .map((language) => ({
      language,
      count: words.filter((word) => stopWordsOf(language).has(word)).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  const english = words.filter((word) => stopWordsOf("en").has(word)).length;
  return best && best.count > english ? best.language : "en";
}

/** Returns the language of the stemmer: languages without specific rules use the English ones. */
export function tongueOf(language: Language): Tongue {
  return language === "de" ? "de" : "en";
}
