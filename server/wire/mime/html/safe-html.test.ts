import { describe, expect, it } from "vitest";
import { cidsOf, safeHtml } from "./safe-html.ts";

const written = (html: string, cids: string[] = []) =>
  safeHtml(html, { kind: "written", cids: new Set(cids) });
const quoted = (html: string, hasRemoteImages = false) =>
  safeHtml(html, { kind: "quoted", cids: new Set(), hasRemoteImages });

describe("HTML from a composer", () => {
  it("preserves all formatting of the composer", async () => {
    const html =
      '<h1>T</h1><p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <code>f</code> <a href="https://x.example/?a=1&amp;b=2">g</a><br>h</p>' +
      '<ul><li>i</li></ul><ol start="3"><li>j</li></ol><blockquote><p>k</p></blockquote><pre>l\n  m</pre>';
    expect(await written(html)).toBe(html);
  });

  it("shows attached images, and no others", async () => {
    const html = '<p><img src="cid:a@b" alt="A" width="10"><img src="cid:gone" alt="G"></p>';
    expect(await written(html, ["a@b"])).toBe('<p><img src="cid:a@b" alt="A" width="10">G</p>');
    expect(await written('<img src="https://x.example/p.png" alt="P">')).toBe("P");
    expect(await written('<img src="data:image/png;base64,AAAA">')).toBe("");
  });

  it("has no styles, classes or event handlers", async () => {
    expect(await written('<p style="color:red" class="x" onclick="y()" id="z">a</p>')).toBe(
      "<p>a</p>",
    );
  });

  it("is well-formed for any input", async () => {
    expect(await written("<p>a<p>b</strong><ul><li>c")).toBe("<p>a</p><p>b</p><ul><li>c</li></ul>");
    expect(await written("<div>a<div>b</div></div>c")).toBe("<p>a</p><p>b</p>c");
    expect(await written("<b>x</b><i>y</i><strike>z</strike>")).toBe(
      "<strong>x</strong><em>y</em><s>z</s>",
    );
  });
});

describe("HTML of other senders", () => {
  it("preserves tables and plain styles", async () => {
    const html =
      '<table width="100%" cellpadding="0"><tr><td bgcolor="#fff" style="color: #333; padding-left: 4px">a</td></tr></table>';
    expect(await quoted(html)).toBe(html);
  });

  it("preserves remote images only on request", async () => {
    const html = '<div><img src="https://x.example/p.png" alt="P"></div>';
    expect(await quoted(html)).toBe("<div>P</div>");
    expect(await quoted(html, true)).toBe(html);
  });

  it("cannot move outside its place", async () => {
    for (const value of ["-500px", "0 -9px", "1px\n-.5em", "0 0 0 -1%"]) {
      expect(await quoted(`<p style="margin: ${value}; color: red">a</p>`)).toBe(
        '<p style="color: red">a</p>',
      );
    }
    const harmless = '<p style="font-family: sans-serif, Noto-Sans; margin: 0 4px">a</p>';
    expect(await quoted(harmless)).toBe(harmless);
  });

  it("loads nothing by a style", async () => {
    for (const style of [
      "background:url(https://x.example)",
      "color: expression(alert(1))",
      "background-color: u\\72l(x)",
      "color: red/**/;background-image:url(x)",
      "position: fixed",
      "width: calc(1px)",
      'font-family: "x"; behavior: url(x)',
    ]) {
      expect([style, await quoted(`<p style='${style}'>a</p>`)]).toEqual([
        style,
        expect.not.stringMatching(/url|expression|\\|\/\*|position|calc|behavior/),
      ]);
    }
  });
});

describe.each(["written", "quoted"] as const)("no code remains in %s HTML", (kind) => {
  it.each([
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='java&#10;script:alert(1)'>x</a>",
    "<a href='&#1;javascript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='vbscript:x'>x</a>",
    "<a href='//x.example'>x</a>",
    "<form action='https://x.example'><input name=a><button>b</button></form>",
    "<meta http-equiv=refresh content='0;url=https://x.example'>",
    "<base href='https://x.example/'>",
    "<link rel=stylesheet href='https://x.example'>",
    "<style>@import 'https://x.example'</style>",
    "<object data='x.swf'></object><embed src=x>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    "<textarea></textarea><script>alert(1)</script>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<table background='https://x.example'><tr><td background='javascript:x'>a</td></tr></table>",
    "<img src='cid:\" onerror=\"alert(1)'>",
    "<xmp><script>alert(1)</script></xmp>",
    "<template><img src=x onerror=alert(1)></template>",
  ])("%s", async (html) => {
    const safe = await safeHtml(html, { kind, cids: new Set(['" onerror="alert(1)']) });
    // The rest of it is text.
    const markup = [...safe.matchAll(/<[^>]*>/g)].join("");
    expect(markup).not.toMatch(
      /script|iframe|svg|math|style|form|input|meta|base|link|object|embed|\son\w+=|x\.example/i,
    );
    expect(safe).not.toMatch(/<[^a-z/]/i);
    expect(await safeHtml(safe, { kind, cids: new Set() })).not.toMatch(/<script|onerror="/i);
  });
});

it("yields the thread to other work while it reads HTML that is made to take long", async () => {
  for (const html of ["<div>x".repeat(50_000), "<".repeat(200_000), "<p x=".repeat(50_000)]) {
    let turns = 0;
    let next: NodeJS.Immediate;
    const others = () => {
      turns++;
      next = setImmediate(others);
    };
    next = setImmediate(others);
    await quoted(html);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
  }
});

it("produces the same HTML wherever a turn ends", async () => {
  const html = '<p style="color: #333">a &amp; 𝒷 <a href="https://x.example/?a=1">c</a></p>';
  for (let shift = 0; shift < html.length; shift++) {
    const filling = "x".repeat(16 * 1024 - shift);
    expect(await quoted(filling + html)).toBe(filling + html);
  }
});

it("lists the images that HTML shows", async () => {
  expect(await cidsOf('<img src="cid:a%40b"><img src="CID:c"><img src="https://x">')).toEqual(
    new Set(["a@b", "c"]),
  );
});
