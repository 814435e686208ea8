import { describe, expect, inject, it } from "vitest";
import type { SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { createSuggestionFormat } from "#domain/lists/suggestionFile.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { Destination } from "../connector.ts";
import { SharepointConnector } from "../sharepoint.ts";
import { control, newUser } from "../testing/connectorBattery.ts";
import { expectFailure, makeOutgoingFile, SavedProgress } from "../testing/sampleFiles.ts";
import { openSuggestionSource } from "./openSource.ts";
import { convertRt90 } from "./rt90.ts";
import { SharepointFolderReader } from "./sharepointFolders.ts";
import { SharepointTextFileReader } from "./sharepointTextFile.ts";
import { readPages, sourceBattery, textsOf } from "./testing/sourceBattery.ts";

const { graph } = inject("servers");
const nameList = { type: "DOCUMENTATION_NAMES", params: {} };

interface Login {
  user: string;
  password?: string;
  params?: Record<string, string>;
}
const makeDestination = ({ user, password = rightPassword, params = {} }: Login): Destination => ({
  params: {
    clientId: "app-1",
    tenantId: user,
    siteUrl: "https://contoso.sharepoint.com/sites/Falt",
    path: "Shared Documents/Projekt",
    fileName: "platser.txt",
    ...params,
  },
  secrets: { clientSecret: password },
  allowPrivate: true,
  microsoft: { login: graph, graph },
});
const open = (type: SuggestionImportType, login: Login, list = nameList) =>
  openSuggestionSource(type, makeDestination(login), list);

/** Puts files, with their folders, into the library of a user. */
async function putFiles(user: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const connector = new SharepointConnector(makeDestination({ user, params: { path: "Shared Documents" } }));
  for (const [path, bytes] of Object.entries(files))
    await connector.put(makeOutgoingFile(path, bytes), new SavedProgress());
}
const encodeUtf8 = (text: string) => new TextEncoder().encode(text);

const folders = Array.from({ length: 90 }, (_, index) => `Mast ${index + 100} Åre`);

sourceBattery({
  name: "SharePoint's folders",
  async fill(user) {
    const connector = new SharepointConnector(makeDestination({ user }));
    await Promise.all(folders.map((name) => connector.ensureFolder([name])));
    await connector.put(makeOutgoingFile("a file.txt", encodeUtf8("no folder")), new SavedProgress());
    await connector.put(
      makeOutgoingFile("Mast 100 Åre/inside/deep.txt", encodeUtf8("deeper")),
      new SavedProgress(),
    );
  },
  texts: folders,
  open: (login) => open("SHAREPOINT_FOLDERS", login),
  openReader: ({ user, timeouts }) => new SharepointFolderReader(makeDestination({ user }), timeouts),
  step: "list",
});

const lines = Array.from({ length: 40_000 }, (_, index) => `Plats ${index} Åre`);

sourceBattery({
  name: "SharePoint's text file",
  fill: (user) => putFiles(user, { "Projekt/platser.txt": encodeUtf8(lines.join("\r\n")) }),
  texts: lines,
  open: (login) => open("SHAREPOINT_TEXT_FILE", login),
  openReader: ({ user, timeouts }) =>
    new SharepointTextFileReader(
      makeDestination({ user }),
      createSuggestionFormat(nameList, convertRt90),
      timeouts,
    ),
  step: "size",
});

describe("SharePoint's text file", () => {
  const content = Array.from({ length: 30_000 }, (_, index) => `Plåts ${index};59,3;18.1`).join("\n");
  const encodeUtf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + text.length * 2));
    view.setUint16(0, 0xfeff, littleEndian);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian);
    return new Uint8Array(view.buffer);
  };
  const encodeWindows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it.each([
    ["UTF-8", encodeUtf8(content)],
    ["UTF-8 with a byte order mark", encodeUtf8(`\ufeff${content}`)],
    ["UTF-16 little-endian", encodeUtf16(content, true)],
    ["UTF-16, big-endian", encodeUtf16(content, false)],
    ["Windows-1252", encodeWindows1252(content)],
    ["old line breaks", encodeUtf8(content.replaceAll("\n", "\r"))],
  ])("3§5 a file in %s is read in pages of whole lines", async (_, bytes) => {
    const user = newUser();
    await putFiles(user, { "Projekt/platser.txt": bytes });
    const pages = await readPages(open("SHAREPOINT_TEXT_FILE", { user }));
    expect(pages.length).toBeGreaterThan(1);
    const rows = pages.flatMap((page) => page.rows);
    expect(rows).toHaveLength(30_000);
    expect(rows[0]).toEqual({ text: "Plåts 0", lat: 59.3, lng: 18.1, params: {} });
    expect(rows.every(({ text }, index) => text === `Plåts ${index}`)).toBe(true);
  });

  it("3§5 lines are read like those of an uploaded file: RT90, empty lines, errors, and other lists unchanged", async () => {
    const user = newUser();
    const text = "Stockholm;1627548;6583052\n\n \nNorr\nSöder;59;\n";
    await putFiles(user, {
      "Projekt/platser.txt": encodeUtf8(text),
      "Projekt/val.csv": encodeUtf8("Ja;Nej\n"),
    });
    expect(await readPages(open("SHAREPOINT_TEXT_FILE", { user }))).toEqual([
      {
        rows: [
          { text: "Stockholm", lat: 59.3489151, lng: 18.0473181, params: {} },
          { text: "Norr", lat: 1000, lng: 1000, params: {} },
        ],
        next: null,
        omittedCount: 1,
        error: '"Söder;59;": its lng is empty',
      },
    ]);
    const optionList = { type: "TASK_OPTIONS", params: {} };
    const otherSource = open("SHAREPOINT_TEXT_FILE", { user, params: { fileName: "val.csv" } }, optionList);
    expect(await readPages(otherSource)).toMatchObject([
      { rows: [], omittedCount: 1, error: '"Ja;Nej": its text contains a semicolon' },
    ]);
  });

  it("F1 F9 mautic#1379 unstructured#4443 quotes, tabs, headers and line breaks in cells are read over page ends", async () => {
    const user = newUser();
    const makeRow = (index: number) => `"Plats ${index}; norr\n${index % 2 ? "åäö" : ""}"\t59,3\t18,1\t`;
    const rows = Array.from({ length: 20_000 }, (_, index) => makeRow(index));
    await putFiles(user, {
      "Projekt/platser.txt": encodeUtf16(["Namn\tLatitud\tLongitud", ...rows].join("\r\n"), true),
    });
    const pages = await readPages(open("SHAREPOINT_TEXT_FILE", { user }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.map(({ omittedCount }) => omittedCount)).toEqual(pages.map(() => 0));
    const importedRows = pages.flatMap((page) => page.rows);
    expect(importedRows).toHaveLength(20_000);
    expect(importedRows[1]).toEqual({ text: "Plats 1; norr åäö", lat: 59.3, lng: 18.1, params: {} });
  });

  it("3§5 an empty file has no rows", async () => {
    const user = newUser();
    await putFiles(user, { "Projekt/platser.txt": new Uint8Array() });
    expect(textsOf(await readPages(open("SHAREPOINT_TEXT_FILE", { user })))).toEqual([]);
  });

  it("3§5 a file that changes while it is read is a conflict", async () => {
    const user = newUser();
    await putFiles(user, { "Projekt/platser.txt": encodeUtf8(content) });
    const source = open("SHAREPOINT_TEXT_FILE", { user });
    const { next } = await source.page(null);
    await putFiles(user, { "Projekt/platser.txt": encodeUtf8(content.toUpperCase()) });
    expect((await expectFailure(source.page(next))).kind).toBe("conflict");
  });

  it("3§5 interrupted and missing bytes are errors", async () => {
    const user = newUser();
    await putFiles(user, { "Projekt/platser.txt": encodeUtf8(content) });
    const source = open("SHAREPOINT_TEXT_FILE", { user });
    for (const [action, kind] of [
      ["forget", "transient"],
      ["reset", "transient"],
    ] as const) {
      await control.inject(user, [{ operation: "read", action, times: 1 }]);
      expect((await expectFailure(source.page(null))).kind).toBe(kind);
    }
    await control.inject(user, [{ operation: "read", action: "answer", status: 404, times: 1 }]);
    expect((await expectFailure(source.page(null))).kind).toBe("notFound");
    expect(textsOf([await source.page(null)]).length).toBeGreaterThan(0);
  });

  it("3§5 files other than text, and settings that lead outside the library, are reported", async () => {
    const user = newUser();
    await putFiles(user, {
      "Projekt/platser.txt": Uint8Array.from([1, 0, 0, 2, 0x0a]),
      "Projekt/lång.txt": encodeUtf8("a".repeat(300_000)),
      "Projekt/mapp/a.txt": encodeUtf8("a"),
    });
    const readFirstPage = (params: Record<string, string>) =>
      open("SHAREPOINT_TEXT_FILE", { user, params }).page(null);
    expect((await expectFailure(readFirstPage({}))).message).toContain("is not a text file");
    expect((await expectFailure(readFirstPage({ fileName: "lång.txt" }))).message).toContain(
      "a line of more than",
    );
    expect((await expectFailure(readFirstPage({ fileName: "mapp" }))).message).toContain("is not a file");
    expect((await expectFailure(readFirstPage({ fileName: "saknas.txt" }))).kind).toBe("notFound");
    for (const fileName of ["", "..", "a/b.txt"])
      expect(() => readFirstPage({ fileName })).toThrow("fileName");
    expect((await expectFailure(readFirstPage({ path: "Shared Documents/saknas" }))).kind).toBe("notFound");
  });
});
