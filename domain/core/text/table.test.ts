import { describe, expect, it } from "vitest";
import { parsePairs } from "#domain/lists/pairCsv.ts";
import { seededRandom } from "#domain/testing/random.ts";
import { decodeChunk, decodeText, type TextEncoding } from "./decodeText.ts";
import { normalizeLine } from "./normalizeText.ts";

const pairsOf = (text: string) => parsePairs({ text, encoding: "utf-8" });

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
    return new Uint8Array(view.buffer);
  }
  const byteByCharacter = new Map(
    Array.from({ length: 255 }, (_, index) => [decodeChunk(Uint8Array.of(index + 1), encoding), index + 1]),
  );
  return Uint8Array.from(text, (character) => byteByCharacter.get(character) ?? 0x3f);
}

interface Writer {
  encoding: TextEncoding;
  bom?: true;
  separator: ";" | "," | "\t";
  lineEnd: "\r\n" | "\n" | "\r";
  /** Whether every cell is quoted, or only where needed. */
  quotesAll?: true;
  /** Number of empty columns that the spreadsheet also writes. */
  extraColumns?: number;
  declares?: true;
}

const writers: Record<string, Writer> = {
  "Excel, CSV UTF-8": { encoding: "utf-8", bom: true, separator: ";", lineEnd: "\r\n" },
  "Excel, CSV": { encoding: "windows-1252", separator: ";", lineEnd: "\r\n", extraColumns: 2 },
  "Excel in English, CSV": { encoding: "windows-1252", separator: ",", lineEnd: "\r\n" },
  "Excel, Unicode text": { encoding: "utf-16le", bom: true, separator: "\t", lineEnd: "\r\n" },
  "Excel, text with tabs": { encoding: "windows-1252", separator: "\t", lineEnd: "\r\n" },
  "Excel, CSV for MS-DOS": { encoding: "cp850", separator: ";", lineEnd: "\r\n" },
  "Excel on a Mac, CSV for Macintosh": { encoding: "macintosh", separator: ";", lineEnd: "\r" },
  "a file that declares its separator": {
    encoding: "utf-8",
    separator: ",",
    lineEnd: "\r\n",
    declares: true,
  },
  "LibreOffice, all cells quoted": { encoding: "utf-8", separator: ";", lineEnd: "\n", quotesAll: true },
  "LibreOffice, UTF-16": { encoding: "utf-16be", separator: ",", lineEnd: "\n" },
  Numbers: { encoding: "utf-8", separator: ";", lineEnd: "\n", extraColumns: 1 },
  "Numbers in English": { encoding: "utf-8", separator: ",", lineEnd: "\n" },
};

function write(rows: readonly (readonly string[])[], writer: Writer): Uint8Array {
  const { separator, lineEnd, quotesAll, extraColumns = 0 } = writer;
  const cellOf = (cell: string) =>
    quotesAll || cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = rows.map((cells) => cells.map(cellOf).join(separator) + separator.repeat(extraColumns));
  const declaration = writer.declares ? [`sep=${separator}`] : [];
  const text = [...declaration, ...lines].join(lineEnd) + lineEnd;
  return encode(writer.bom ? `\ufeff${text}` : text, writer.encoding);
}

/** Parts of names and aliases that every encoding of the writers has. */
const pieces = [..."abÅäöé 12.-()", "åäö", ";", ",", '"', "\n", "Mast", "5 m"];

describe("F1 mautic#1379 opensourcepos#224 any file that a spreadsheet writes reads as its cells", () => {
  it.each(Object.entries(writers))("3§5 %s", (_name, writer) => {
    for (let seed = 0; seed < 150; seed += 1) {
      const random = seededRandom(seed);
      const cell = () => `å${Array.from({ length: random.number(7) }, () => random.pick(pieces)).join("")}x`;
      const rows = Array.from({ length: 3 + random.number(6) }, () => [cell(), cell()]);
      const fileBytes = write([["Namn", "Alias"], ["Mast åäö", "Norra"], ...rows], writer);
      const { pairs, skipped, reading } = parsePairs(decodeText(fileBytes)!);
      const expected = [["Mast åäö", "Norra"], ...rows].map((cells) => cells.map(normalizeLine));
      expect(
        pairs.map(({ name, value }) => [name, value]),
        `${seed}`,
      ).toEqual(expected);
      expect(skipped).toEqual([]);
      expect(reading).toMatchObject({
        separator: writer.separator,
        encoding: writer.encoding,
        hasHeader: true,
      });
    }
  });
});

describe("the table reader", () => {
  it("F1 the header is not an alias, quotes and empty columns are dropped, line breaks in a cell become spaces", () => {
    const { pairs, reading } = pairsOf(
      '"Namn";"Alias"\n"Mast 101";"Norra masten"\nMast 102;"Masten ""Stora"""\n"Mast 103; reserv";Reserv\n"Mast\n104";"Två rader"\nMast 105;Södra\n',
    );
    expect(pairs).toEqual([
      { line: 2, name: "Mast 101", value: "Norra masten" },
      { line: 3, name: "Mast 102", value: 'Masten "Stora"' },
      { line: 4, name: "Mast 103; reserv", value: "Reserv" },
      { line: 5, name: "Mast 104", value: "Två rader" },
      { line: 7, name: "Mast 105", value: "Södra" },
    ]);
    expect(reading.columns).toEqual([
      { heading: "Namn", field: "name" },
      { heading: "Alias", field: "value" },
    ]);
  });

  it("PapaParse#112 #226 #713 Sep#281 a quote that is not closed, or inside a text, affects only its line", () => {
    expect(pairsOf('A;1\n"B;2\nC;3\nD;4').pairs.map(({ name }) => name)).toEqual(["A", '"B', "C", "D"]);
    expect(pairsOf('A;1\n5" rör;B\n"Stora" masten;C').pairs.map(({ name }) => name)).toEqual([
      "A",
      '5" rör',
      '"Stora" masten',
    ]);
  });

  it("csvlint#37 two byte order marks, blanks around quotes and blank rows do not matter", () => {
    expect(pairsOf('\ufeff\ufeffA;1\n ; \n\u00a0;\u00a0\n "B" ; "2; två" \n').pairs).toEqual([
      { line: 1, name: "A", value: "1" },
      { line: 4, name: "B", value: "2; två" },
    ]);
  });

  it("F1 parsecsv-for-php#213 CsvHelper#197 a constant formula, which keeps zeros in Excel, is its text", () => {
    const { pairs } = pairsOf('="0012"; ="Mast ""7"""\r\n="a;b" ;=A1\r\n="a"&"b";="not closed\r\n');
    expect(pairs.map(({ name, value }) => [name, value])).toEqual([
      ["0012", 'Mast "7"'],
      ["a;b", "=A1"],
      ['="a"&"b"', '="not closed'],
    ]);
  });

  it("PapaParse#112 #226 inches and names in quotes are read as written", () => {
    expect(pairsOf("blue; 6'5\"\nred; 2'8\"\norange; 8'11\"").pairs.map(({ value }) => value)).toEqual([
      "6'5\"",
      "2'8\"",
      "8'11\"",
    ]);
    expect(pairsOf('edward\t"the rainmaker" norton\nanna\t"Annie"').pairs.map(({ value }) => value)).toEqual([
      '"the rainmaker" norton',
      "Annie",
    ]);
  });

  it.each([
    [
      "TablePress#198 rows with commas",
      "Mast A, norr;x, y, z\nMast B, söder;å, ä, ö",
      ["Mast A, norr", "x, y, z"],
    ],
    [
      "vscode_rainbow_csv#134 one comma in each row",
      "April 15, 2023;Ray;\nApril 14, 2023;Scott;\nApril 9, 2023;Rosa",
      ["April 15, 2023", "Ray"],
    ],
    ["TableTool#34 times", "6:30;First developer\n1:00;Wash 1\n1:00;Wash 2", ["6:30", "First developer"]],
    ["ng-csv#28 a declared separator", "sep=,\r\nMast A;1,Norra\r\nMast B;2,Södra", ["Mast A;1", "Norra"]],
    ["csvlint#37 a byte order mark before a quote", '\ufeff"Namn","Alias"\n"A","B"', ["A", "B"]],
  ])("%s", (_report, text, [name, value]) => {
    expect(pairsOf(text).pairs[0]).toMatchObject({ name, value });
    expect(pairsOf(text).skipped).toEqual([]);
  });

  it("3§5 columns may be swapped, and other columns are reported as not imported", () => {
    const { pairs, reading } = pairsOf("Alias,Namn,Kommentar\nNorra,Mast 1,x\nSödra,Mast 2,");
    expect(pairs.map(({ name, value }) => [name, value])).toEqual([
      ["Mast 1", "Norra"],
      ["Mast 2", "Södra"],
    ]);
    expect(reading.columns[2]).toEqual({ heading: "Kommentar", field: null });
  });
});
