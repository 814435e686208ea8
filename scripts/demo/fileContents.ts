import type { Capture, CapturedFile } from "./capture.ts";

/** The contents of a small file from the field: a valid PDF, a table, a note. */
export function createFileContent(file: Pick<CapturedFile, "kind">, capture: Capture): Buffer {
  const { visit, dateCreated } = capture;
  const heading = `${visit.site.name}, ${dateCreated.slice(0, 10)}`;
  switch (file.kind) {
    case "csv":
      return Buffer.from(
        `\uFEFFFiber;Våglängd (nm);Dämpning (dB)\r\n${Array.from({ length: 12 }, (_, index) => `${index + 1};1550;0,0${(index * 7) % 6}`).join("\r\n")}\r\n`,
      );
    case "txt":
      return Buffer.from(
        `Mätprotokoll\n${heading}\n\nAlla fibrer under 0,05 dB per skarv.\nMätt av ${visit.worker.name}.\n`,
      );
    case "pdf":
      return createPdf([
        "Ledningsanvisning",
        heading,
        `Utsättning beställd av ${visit.worker.name}`,
        "El, tele och vatten är utsatta med färg.",
      ]);
  }
}

/** One page of Helvetica, with correct offsets for strict readers. */
function createPdf(lines: readonly string[]): Buffer {
  const textLines = lines.map(
    (line, index) =>
      `BT /F1 ${index === 0 ? 20 : 12} Tf 72 ${760 - index * 30} Td (${escapePdfText(line)}) Tj ET`,
  );
  const content = textLines.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // Latin-1 equals the font's WinAnsi for å, ä and ö; in UTF-8 each would show as two letters.
  return Buffer.from(text, "latin1");
}

const escapePdfText = (line: string) => line.replace(/[\\()]/g, "\\$&");
