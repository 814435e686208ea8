import { expect, test } from "vitest";
import { escapeXml } from "./xml.ts";
import { createPlaceholders, XmlTemplate } from "./xmlTemplate.ts";

test("design: exports make templates from the output of a library", () => {
  const filling = { texts: ["a & b", "\ue0000\ue001 $& 77000000"], lengths: [12.4, 914_400] };
  const { texts, lengths } = createPlaceholders(filling);
  const xml = `<p h="${lengths[1]}"><t>${texts[0]}</t><u>${texts[1]}${texts[0]}</u><v w="${lengths[0]}"/></p>`;
  expect(new XmlTemplate(xml).fill(filling, (text) => text.replaceAll("&", "&amp;"))).toBe(
    '<p h="914400"><t>a &amp; b</t><u>\ue0000\ue001 $&amp; 77000000a &amp; b</u><v w="12"/></p>',
  );
});

test("design: exports refuse values that leave a placeholder unfilled", () => {
  const stencil = new XmlTemplate(createPlaceholders({ texts: ["", ""], lengths: [] }).texts.join(""));
  expect(() => stencil.fill({ texts: ["one"], lengths: [] }, escapeXml)).toThrow(RangeError);
});
