/** The meaning of elements for a reader of mail, as far as the reader's frame allows them. */

const listed = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Allowed elements (web/frame/sanitize.ts). Other elements are replaced by their contents, without their style. */
export const letIn = listed(
  "a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup " +
    "dd del dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li " +
    "main map mark menu nav nobr ol p picture pre q rp rt ruby s samp section small span strike strong sub sup " +
    "table tbody td tfoot th thead time tr tt u ul var wbr html body",
);
/** Elements that are removed with their contents. */
export const silent = listed(
  "script style title noscript noframes noembed template svg math iframe audio video desc foreignobject " +
    "annotation-xml mi mn mo ms mtext plaintext xmp rp selectedcontent",
);
export const blocks = listed(
  "p div br hr tr li ul ol dl dt dd table blockquote h1 h2 h3 h4 h5 h6 pre section article header footer address center form fieldset figure figcaption main nav aside body",
);
export const paragraphs = listed("p h1 h2 h3 h4 h5 h6 ul ol table blockquote hr pre");
/** Elements whose `background` attribute is a background. */
export const grounded = listed("body table tbody td tfoot th thead tr");

/** Class names by which mail programs mark quotations, besides the element blockquote. */
export const quoting =
  /^(?:gmail_quote(?:_container)?|gmail_extra|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra|divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|isForwardContent|isReplyContent|mail-editor-reference-message-container)$/;
/** Ids of elements after which everything is the quoted message. */
export const quotingToTheEnd = listed("divRplyFwdMsg appendonsend");
export const signing =
  /^(?:gmail_signature|moz-signature|Signature|ms-outlook-mobile-signature|protonmail_signature_block|AppleMailSignature|lineBreakAtBeginningOfSignature|yahoo_signature|signature)$/;
