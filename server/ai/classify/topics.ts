/** Words that reveal at a glance the topic of a message, in the languages most mail is written in. */
const topics: Readonly<Record<string, string>> = {
  bill: "invoice bill billing billed charge charged charges debit debited receipt payment payments paid pay payable due owed owe amount total subtotal vat tax taxes rechnung betrag zahlung facture montant paiement factura importe pago overdue outstanding",
  bank: "bank banking account balance statement deposit transfer credit debit card checking savings loan mortgage interest iban credited konto überweisung virement mercury stripe paypal payroll salary payslip pension insurance premium policy refund reimbursement money cash tickets",
  invest:
    "stock stocks share shares portfolio investor investors investing investment fund funds dividend bonds market markets nasdaq dow earnings broker brokerage trading wall street finance financial economy quarterly",
  sale: "marketing sale sales save saving savings off discount discounts deal deals offer offers coupon voucher promo promotion code shop shopping shipping price prices clearance bargain bestsellers cheap cheapest rabatt angebot angebote gutschein soldes remise promotion oferta descuento exclusive limited hurry gift buy store half",
  contest:
    "win winner prize prizes sweepstakes contest draw giveaway raffle enter chance trial membership member members upgrade premium subscribe webinar redeem",
  network:
    "friend friends follow followed follower followers following liked like likes comment commented mentioned tagged profile connection connections connect network invitation invited photo story reacted timeline viewed notifications request",
  club: "club choir team training rehearsal practice members association society volunteers volunteer parents board community group forum topic topics thread discussion event events helpers festival neighbourhood verein",
  order:
    "order ordered orders shipped shipment shipping dispatched delivery delivered deliver parcel package courier tracking track warehouse arrives items bestellung lieferung commande colis pedido envío",
  security:
    "password sign-in signed device verify verification verified security code login account confirm settings privacy policy terms maintenance alert changes updated",
  booking:
    "booking booked reservation reserved appointment confirmed check-in flight departure itinerary ticket tickets seat gate boarding hotel visit reminder reschedule arrival termin buchung rendez-vous cita",
  news: "newsletter news headlines headline digest edition issue weekly daily editors editor editorial article articles stories story reporters today's archive archives press published read briefing releases release version features newsletters columnist technology opinion tips advice subscribers subscription",
  office:
    "project client customer customers contract proposal draft deadline schedule agenda minutes meeting conference department team management manager report budget supplier review approval milestone scope colleagues engineers figures presentation workshop department quarter tender status attached numbers regards deal agreement",
  machine:
    "issue pull merge branch build pipeline commit ticket assigned task deploy deployment repository tests bug failed",
  home: "dinner lunch birthday kids children family mum dad mother father grandma grandpa aunt uncle sister brother love hug kisses weekend holiday holidays cake party garden cat dog baby wedding miss house flat beer game hope feeling thanks fun recipe cabin trip hike guitar plants neighbour",
  chat: "hi hello hey dear cheers love see you bye take care how are yours xoxo",
  threat:
    "suspended suspension locked verify immediately confirm urgent unusual limited terminated restricted failure avoid expire validate quota",
  fortune:
    "lottery million inheritance claim beneficiary kin confidential transaction guaranteed risk-free bitcoin earn income wealth rich opportunity fortune winner prize congratulations mlm adult viagra pills prescription meds weight lose singles sexy xxx debt credit free click here remove removed",
};

const topicsByWord = new Map<string, string[]>();
for (const [topic, words] of Object.entries(topics)) {
  for (const word of new Set(words.split(" "))) {
    topicsByWord.set(word, [...(topicsByWord.get(word) ?? []), topic]);
  }
}

/** Returns the share of the words that belong to each topic, from 0 to 1. */
export function topicsOf(words: readonly string[]): Map<string, number> {
  const found = new Map<string, Set<string>>();
  for (const word of words) {
    for (const topic of topicsByWord.get(word) ?? []) {
      found.set(topic, (found.get(topic) ?? new Set()).add(word));
    }
  }
  return new Map([...found].map(([topic, own]) => [topic, own.size / (own.size + 1.5)]));
}
