import createDOMPurify, { type Config, type UponSanitizeAttributeHook } from "dompurify";
import { filterStyle, type StyleRules } from "#/frame/declarations.ts";
import { makeLink, safeLink } from "#/frame/safe-link.ts";

const tags =
  "a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup " +
  "dd del dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li " +
  "main map mark menu nav nobr ol p picture pre q rp rt ruby s samp section small span strike strong sub sup " +
  "table tbody td tfoot th thead time tr tt u ul var wbr #text";

// Only these two attributes hold an address: `href` is a link, `src` is looked up.
const attributes =
  "href src style class id align alt axis bgcolor border cellpadding cellspacing char charoff clear color cols " +
  "colspan coords datetime dir face frame headers height hidden hspace lang name noshade nowrap reversed role rowspan rules " +
  "scope shape size span start summary title type usemap valign value vspace width aria-hidden aria-label";

const config = {
  ALLOWED_TAGS: tags.split(" "),
  ALLOWED_ATTR: attributes.split(" "),
  ALLOWED_NAMESPACES: ["http://www.w3.org/1999/xhtml"],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // The hook below decides about `src`; this restricts `href`.
  ALLOWED_URI_REGEXP:
    /^(?:https?:|mailto:|cid:|data:image\/|blob:|\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  RETURN_DOM_FRAGMENT: true,
  SANITIZE_DOM: true,
} satisfies Config;

/** The frame's own classes, which a message must not use. */
const ownClasses = /(?<!\S)(?:quote-toggle|folded-quote|blocked-image|mail-signature)(?!\S)/g;

const purifier = createDOMPurify(window);

/**
 * Returns the sanitized content of a parsed message as nodes. Sanitizing is the last step: the nodes are inserted unchanged,
 * never serialized and parsed again.
 */
export function sanitize(body: HTMLElement, rules: StyleRules): DocumentFragment {
  const inert = body.ownerDocument;
  // The purifier keeps the element it is given, and a `body` cannot be inside another element.
  const content = inert.createElement("div");
  while (body.firstChild) content.append(body.firstChild);
  const onAttribute: UponSanitizeAttributeHook = (element, data) => {
    const value = attributeValue(element, data.attrName, data.attrValue, inert, rules);
    data.keepAttr = value !== null;
    if (value !== null) data.attrValue = value;
  };
  purifier.addHook("uponSanitizeAttribute", onAttribute);
  purifier.addHook("afterSanitizeAttributes", finish);
  try {
    return purifier.sanitize(content, config);
  } finally {
    purifier.removeAllHooks();
  }
}

function attributeValue(
  element: Element,
  name: string,
  value: string,
  inert: Document,
  rules: StyleRules,
): string | null {
  switch (name) {
    case "style":
      return filterStyle(value, inert, rules) || null;
    case "src":
      return element.nodeName === "IMG" ? rules.images.find(value) : null;
    case "href":
      return element.nodeName === "A" || element.nodeName === "AREA" ? safeLink(value) : null;
    case "hidden":
      // The value `until-found` would let a search in the page reveal it.
      return "";
    case "class":
      return value.replaceAll(ownClasses, "");
    case "usemap":
      return value.startsWith("#") ? value : null;
    default:
      return value;
  }
}

/** Sets the target of links. */
function finish(element: Element): void {
  if (element.nodeName === "A" || element.nodeName === "AREA") {
    const href = element.getAttribute("href");
    if (href) makeLink(element, href);
  }
}
