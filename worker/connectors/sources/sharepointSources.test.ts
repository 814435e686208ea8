import { describe, expect, inject, it } from "vitest";
import type { SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { suggestionFormat } from "#domain/lists/suggestionFile.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { Destination } from "../connector.ts";
import { SharepointConnector } from "../sharepoint.ts";
import { control, newUser } from "../testing/connectorBattery.ts";
import { expectFailure, outgoingFile, SavedProgress } from "../testing/sampleFiles.ts";
import { openSuggestionSource } from "./openSource.ts";
import { fromRt90 } from "./rt90.ts";
import { SharepointFolderReader } from "./sharepointFolders.ts";
import { SharepointTextFileReader } from "./sharepointTextFile.ts";
import { readPages, sourceBattery, textsOf } from "./testing/sourceBattery.ts";

const { graph } = inject("servers");
const names = { type: "DOCUMENTATION_NAMES", params: {} };

interface Login {
  user: string;
  password?: string;
  params?: Record<string, string>;
}
const destination = ({ user, password = rightPassword, params = {} }: Login): Destination => ({
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
const open = (type: SuggestionImportType, login: Login, list = names) =>
  openSuggestionSource(type, destination(login), list);

/** Puts files into the library of a user, whose folders come with them. */
async function put(user: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const connector = new SharepointConnector(destination({ user, params: { path: "Shared Documents" } }));
  for (const [path, bytes] of Object.entries(files))
    await connector.put(outgoingFile(path, bytes), new SavedProgress());
}
const utf8 = (text: string) => new TextEncoder().encode(text);

const folders = Array.from({ length: 90 }, (_, index) => `Mast ${index + 100} Åre`);

sourceBattery({
  name: "SharePoint's folders",
  async fill(user) {
    const connector = new SharepointConnector(destination({ user }));
    await Promise.all(folders.map((name) => connector.ensureFolder([name])));
    await connector.put(outgoingFile("a file.txt", utf8("no folder")), new SavedProgress());
    await connector.put(outgoingFile("Mast 100 Åre/inside/deep.txt", utf8("deeper")), new SavedProgress());
  },
  texts: folders,
  open: (login) => open("SHAREPOINT_FOLDERS", login),
  reader: ({ user, timeouts }) => new SharepointFolderReader(destination({ user }), timeouts),
  on: "list",
});

const lines = Array.from({ length: 40_000 }, (_, index) => `Plats ${index} Åre`);

sourceBattery({
  name: "SharePoint's text file",
  fill: (user) => put(user, { "Projekt/platser.txt": utf8(lines.join("\r\n")) }),
  texts: lines,
  open: (login) => open("SHAREPOINT_TEXT_FILE", login),
  reader: ({ user, timeouts }) =>
    new SharepointTextFileReader(destination({ user }), suggestionFormat(names, fromRt90), timeouts),
  on: "size",
});

describe("SharePoint's text file", () => {
  const content = Array.from({ length: 30_000 }, (_, index) => `Plåts ${index};59,3;18.1`).join("\n");
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + text.length * 2));
    view.setUint16(0, 0xfeff, littleEndian);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian);
    return new Uint8Array(view.buffer);
  };
  const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it.each([
    ["UTF-8", utf8(content)],
    ["UTF-8 with a byte order mark", utf8(`\ufeff${content}`)],
    ["UTF-16 little-endian", utf16(content, true)],
    ["UTF-16, big-endian", utf16(content, false)],
    ["Windows-1252", windows1252(content)],
    ["old line breaks", utf8(content.replaceAll("\n", "\r"))],
  ])("3§5 a file in %s is read in pages of whole lines", async (_, bytes) => {
    const user = newUser();
    await put(user, { "Projekt/platser.txt": bytes });
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
    await put(user, { "Projekt/platser.txt": utf8(text), "Projekt/val.csv": utf8("Ja;Nej\n") });
    expect(await readPages(open("SHAREPOINT_TEXT_FILE", { user }))).toEqual([
      {
        rows: [
          { text: "Stockholm", lat: 59.3489151, lng: 18.0473181, params: {} },
          { text: "Norr", lat: 1000, lng: 1000, params: {} },
        ],
        next: null,
        leftOut: 1,
        error: '"Söder;59;": its lng is empty',
      },
    ]);
    const options = { type: "TASK_OPTIONS", params: {} };
    const otherSource = open("SHAREPOINT_TEXT_FILE", { user, params: { fileName: "val.csv" } }, options);
    expect(await readPages(otherSource)).toMatchObject([
      { rows: [], leftOut: 1, error: '"Ja;Nej": its text contains a semicolon' },
    ]);
  });

  it("F1 F9 mautic#1379 unstructured#4443 quotes, tabs, headers and line breaks in cells are read over page ends", async () => {
    const user = newUser();
    const place = (index: number) => `"Plats ${index}; norr\n${index % 2 ? "åäö" : ""}"\t59,3\t18,1\t`;
    const rows = Array.from({ length: 20_000 }, (_, index) => place(index));
    await put(user, {
      "Projekt/platser.txt": utf16(["Namn\tLatitud\tLongitud", ...rows].join("\r\n"), true),
    });
    const pages = await readPages(open("SHAREPOINT_TEXT_FILE", { user }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.map(({ leftOut }) => leftOut)).toEqual(pages.map(() => 0));
    const read = pages.flatMap((page) => page.rows);
    expect(read).toHaveLength(20_000);
    expect(read[1]).toEqual({ text: "Plats 1; norr åäö", lat: 59.3, lng: 18.1, params: {} });
  });

  it("3§5 an empty file has no rows", async () => {
    const user = newUser();
    await put(user, { "Projekt/platser.txt": new Uint8Array() });
    expect(textsOf(await readPages(open("SHAREPOINT_TEXT_FILE", { user })))).toEqual([]);
  });

  it("3§5 a file that changes while it is read is a conflict", async () => {
    const user = newUser();
    await put(user, { "Projekt/platser.txt": utf8(content) });
    const source = open("SHAREPOINT_TEXT_FILE", { user });
    const { next } = await source.page(null);
    await put(user, { "Projekt/platser.txt": utf8(content.toUpperCase()) });
    expect((await expectFailure(source.page(next))).kind).toBe("conflict");
  });

  it("3§5 interrupted and missing bytes are errors", async () => {
    const user = newUser();
    await put(user, { "Projekt/platser.txt": utf8(content) });
    const source = open("SHAREPOINT_TEXT_FILE", { user });
    for (const [action, kind] of [
      ["forget", "transient"],
      ["reset", "transient"],
    ] as const) {
      await control.inject(user, [{ on: "read", action, times: 1 }]);
      expect((await expectFailure(source.page(null))).kind).toBe(kind);
    }
    await control.inject(user, [{ on: "read", action: "answer", status: 404, times: 1 }]);
    expect((await expectFailure(source.page(null))).kind).toBe("notFound");
    expect(textsOf([await source.page(null)]).length).toBeGreaterThan(0);
  });

  it("3§5 files other than text, and settings that lead outside the library, are reported", async () => {
    const user = newUser();
    await put(user, {
      "Projekt/platser.txt": Uint8Array.from([1, 0, 0, 2, 0x0a]),
      "Projekt/lång.txt": utf8("a".repeat(300_000)),
      "Projekt/mapp/a.txt": utf8("a"),
    });
    const connectTo = (params: Record<string, string>) =>
      open("SHAREPOINT_TEXT_FILE", { user, params }).page(null);
    expect((await expectFailure(connectTo({}))).message).toContain("is not a text file");
    expect((await expectFailure(connectTo({ fileName: "lång.txt" }))).message).toContain(
      "a line of more than",
    );
    expect((await expectFailure(connectTo({ fileName: "mapp" }))).message).toContain("is not a file");
    expect((await expectFailure(connectTo({ fileName: "saknas.txt" }))).kind).toBe("notFound");
    for (const fileName of ["", "..", "a/b.txt"]) expect(() => connectTo({ fileName })).toThrow("fileName");
    expect((await expectFailure(connectTo({ path: "Shared Documents/saknas" }))).kind).toBe("notFound");
  });
});
