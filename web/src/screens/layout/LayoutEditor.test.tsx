import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply, Reply } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aLayout, aPreview, someNodes } from "./layoutTesting.ts";
import { findSmallestPart } from "./preview/PageView.tsx";

const path = "/exportDocumentConfiguration";
const calls = "exportDocumentConfigurations";
type Handlers = Parameters<typeof fakeApi>[0];
interface SavedLayout {
  name: string;
  type?: string;
  description?: string | null;
  version?: number;
  nodes: LayoutNode[];
}

/** Stands in for pdf.js, which renders only in a real browser. */
const pdf = vi.hoisted(() => ({ opened: 0, pages: 1 }));
vi.mock("#lib/pdf.ts", () => ({
  openPdf: async () => {
    pdf.opened += 1;
    return {
      pages: Array.from({ length: pdf.pages }, () => ({ width: 600, height: 800 })),
      draw: async () => document.createElement("canvas"),
      close: () => {},
    };
  },
}));
beforeEach(() => Object.assign(pdf, { opened: 0, pages: 1 }));

const renders = vi.hoisted(() => ({ rows: 0 }));
vi.mock("@dnd-kit/sortable", async (original) => {
  const sortable = await original<typeof import("@dnd-kit/sortable")>();
  return {
    ...sortable,
    useSortable: (options: Parameters<typeof sortable.useSortable>[0]) => {
      renders.rows += 1;
      return sortable.useSortable(options);
    },
  };
});

async function openNewEditor(handlers: Handlers = {}) {
  const api = fakeApi({
    [`GET /${calls}`]: () => ({ items: [] }),
    [`GET /${calls}/count`]: () => ({ total: 0 }),
    "GET /exportDocumentConfiguration/getCustomerCounts": () => ({ items: [] }),
    "GET /exportDocumentConfiguration/getReplacementCodes": () => ({ codes: ["REMARK"] }),
    [`POST /${calls}`]: ({ body }) => new Reply(201, { ...aLayout(), ...(body as SavedLayout) }),
    ...handlers,
  });
  const app = renderApp(`${path}/create?q=x`, aSuperAdmin());
  await screen.findByRole("textbox", { name: /^Name/ });
  return { ...app, api, sentLayouts: () => api.to(`POST /${calls}`).map(({ body }) => body as SavedLayout) };
}

async function openEditor(row: ReturnType<typeof aLayout>, handlers: Handlers = {}) {
  const api = fakeApi({
    [`GET /${calls}`]: () => ({ items: [] }),
    "GET /exportDocumentConfiguration/getReplacementCodes": () => ({ codes: ["REMARK"] }),
    [`GET /${calls}/${row.id}`]: () => row,
    [`PUT /${calls}/${row.id}`]: ({ body }) => ({ ...row, ...(body as SavedLayout), version: 2 }),
    ...handlers,
  });
  const app = renderApp(`${path}/${row.id}`, aSuperAdmin());
  await screen.findByRole("textbox", { name: /^Name/ });
  return {
    ...app,
    api,
    sentLayouts: () => api.to(`PUT /${calls}/${row.id}`).map(({ body }) => body as SavedLayout),
  };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
/** Finds menu buttons and items by their attributes: queries by role search the whole page, which is slow. */
const addNode = async (to: string, type: string) => {
  fireEvent.click(to === "Add" ? screen.getByText("Add") : document.querySelector(`[aria-label="${to}"]`)!);
  const item = await waitFor(() => {
    const menuItem = [...document.querySelectorAll("[role=menuitem]")].find((item) =>
      item.textContent?.startsWith(type),
    );
    if (!menuItem) throw new Error(`${type} is not offered`);
    return menuItem;
  });
  fireEvent.click(item);
};
const rows = () =>
  [...document.querySelectorAll("[data-name]")].map((row) => row.getAttribute("title") ?? "");
const statusTexts = () => screen.getAllByRole("status").map((container) => container.textContent);
const enterParam = async (name: string, value: string) => {
  fireEvent.change(await screen.findByRole("textbox", { name }), { target: { value } });
};

describe("3§2 the editor of report layouts", () => {
  test("3§4 builds a layout within the grammar, saves it and returns to the list", async () => {
    const { sentLayouts, address } = await openNewEditor();
    await press("Add");
    await screen.findByRole("menuitem", { name: /^For each/ });
    const offeredTypes = [...document.querySelectorAll("[role=menuitem]")].map(
      ({ textContent }) => textContent,
    );
    expect(offeredTypes.map((text) => text?.replace(/[A-Z][^A-Z]*$/, ""))).toEqual([
      "For each",
      "Slide",
      "Photo grid",
      "Contents",
      "If",
    ]);
    fireEvent.click(screen.getByText("For each"));
    expect(rows()).toEqual(["For each photo"]);
    await addNode("Add to: For each photo", "Slide");
    await addNode("Add to: Slide", "Column");
    await addNode("Add to: Column", "Text");
    await enterParam("Text *", "{PHOTO_NAME}");
    expect(rows()).toEqual(["For each photo", "Slide", "Column", "Text “{PHOTO_NAME}”"]);
    fireEvent.change(screen.getByRole("textbox", { name: /^Name \*/ }), { target: { value: "Photos" } });
    fireEvent.change(screen.getByRole("combobox", { name: /^Photo size/ }), { target: { value: "SMALL" } });
    await press("Save");
    await waitFor(() => expect(sentLayouts()).toHaveLength(1));
    const [savedLayout] = sentLayouts();
    expect(savedLayout).toMatchObject({ name: "Photos", type: "POWERPOINT", photoSize: "SMALL" });
    const [each] = savedLayout!.nodes;
    expect(each).toMatchObject({ type: "EACH", params: { IN: "PHOTOS" }, position: 0, parent: null });
    expect(each?.children[0]?.children[0]?.children).toMatchObject([
      { type: "TEXT", params: { TEXT: "{PHOTO_NAME}", SIZE: "32", COLOR: "#000000" }, position: 0 },
    ]);
    await waitFor(() => expect(address()).toBe(`${path}?q=x`));
    expect(await screen.findByText("Create Successful")).toBeTruthy();
  });

  test("3§4 a contents is added, and a text made a heading, with the mouse", async () => {
    const { sentLayouts } = await openNewEditor();
    await addNode("Add", "Contents");
    expect(rows()).toEqual(["Contents"]);
    const selectOption = async (label: RegExp, option: string) =>
      userEvent.selectOptions(await screen.findByRole("combobox", { name: label }), option);
    await selectOption(/^Levels/, "Heading 2");
    await addNode("Add", "Slide");
    await addNode("Add to: Slide", "Column");
    await addNode("Add to: Column", "Text");
    await enterParam("Text *", "Part one");
    await selectOption(/^Heading level/, "Heading 1");
    expect(rows().at(-1)).toBe("Heading 1 “Part one”");
    fireEvent.change(screen.getByRole("textbox", { name: /^Name \*/ }), { target: { value: "Report" } });
    await press("Save");
    await waitFor(() => expect(sentLayouts()).toHaveLength(1));
    const [contents, slide] = sentLayouts()[0]!.nodes;
    expect(contents).toMatchObject({ type: "CONTENTS", params: { LEVEL: "2" } });
    expect(slide?.children[0]?.children[0]?.params).toMatchObject({ TEXT: "Part one", LEVEL: "1" });
    expect(await axeFaults()).toEqual([]);
  });

  test("3§5 the name is required", async () => {
    const { sentLayouts } = await openNewEditor();
    await press("Save");
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    expect(sentLayouts()).toEqual([]);
  });

  test("3§5 missing params are marked at their nodes once another node is selected; saving opens the first", async () => {
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "x" }]) });
    const { sentLayouts } = await openEditor(row);
    await addNode("Add", "Text");
    expect(screen.queryByText("1 problem")).toBeNull();
    await press("Edit: Text “x”");
    expect(await screen.findByText("1 problem")).toBeTruthy();
    await press("Save");
    expect(await screen.findByText("1 problem must be fixed before the layout can be saved")).toBeTruthy();
    expect(screen.getByText("This field is required!")).toBeTruthy();
    await enterParam("Text *", "y");
    await waitFor(() => expect(screen.queryByText("1 problem")).toBeNull());
    await press("Save");
    await waitFor(() => expect(sentLayouts()[0]?.nodes.map(({ params }) => params.TEXT)).toEqual(["x", "y"]));
    expect(sentLayouts()[0]?.version).toBe(1);
  });

  test("3§4 copies and deletes nodes, with undo and redo", async () => {
    const row = aLayout({
      nodes: someNodes("WORD", ["EACH", {}, [["TEXT", { TEXT: "a" }], ["PHOTO"]]], ["PAGE_BREAK"]),
    });
    await openEditor(row);
    await press("Copy: Text “a”");
    expect(rows()).toEqual(["For each photo", "Text “a”", "Photo", "Text “a”", "Page break"]);
    expect(statusTexts()).toContain("Text “a” has been copied");
    await press("Delete: For each photo");
    expect(rows()).toEqual(["Page break"]);
    await press("Undo");
    expect(rows()).toHaveLength(5);
    fireEvent.keyDown(window, { key: "z", ctrlKey: true });
    expect(rows()).toHaveLength(4);
    fireEvent.keyDown(window, { key: "Z", ctrlKey: true, shiftKey: true });
    expect(rows()).toHaveLength(5);
    await press("Redo");
    expect(rows()).toEqual(["Page break"]);
  });

  test("3§2 copying is not offered in Excel, nor at the outermost level of PowerPoint", async () => {
    const sheet = aLayout({
      type: "EXCEL",
      nodes: someNodes("EXCEL", ["SHEET", { NAME: "A" }, [["ROW"]]]),
    });
    const view = await openEditor(sheet);
    expect(screen.queryByRole("button", { name: /^Copy:/ })).toBeNull();
    view.unmount();
    await openEditor(
      aLayout({ type: "POWERPOINT", nodes: someNodes("POWERPOINT", ["SLIDE", {}, [["COLUMN"]]]) }),
    );
    expect(screen.queryByRole("button", { name: "Copy: Slide" })).toBeNull();
    expect(screen.getByRole("button", { name: "Copy: Column" })).toBeTruthy();
  });

  test("arrow keys move between rows, close and open them; Delete deletes; only one row is a tab stop", async () => {
    const row = aLayout({
      nodes: someNodes("WORD", ["EACH", {}, [["TEXT", { TEXT: "a" }]]], ["PAGE_BREAK"]),
    });
    await openEditor(row);
    const focusedTitle = () => document.activeElement?.getAttribute("title");
    screen.getByRole("button", { name: "Edit: For each photo" }).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(focusedTitle()).toBe("Text “a”");
    expect(document.querySelectorAll("[data-name][tabindex='0']")).toHaveLength(1);
    await userEvent.keyboard("{ArrowLeft}");
    expect(focusedTitle()).toBe("For each photo");
    await userEvent.keyboard("{ArrowLeft}");
    expect(rows()).toEqual(["For each photo", "Page break"]);
    await userEvent.keyboard("{ArrowRight}{End}{Delete}");
    expect(rows()).toEqual(["For each photo", "Text “a”"]);
    await waitFor(() => expect(focusedTitle()).toBe("For each photo"));
  });

  test("Open all and Close all expand and collapse the tree", async () => {
    await openEditor(aLayout({ nodes: someNodes("WORD", ["EACH", {}, [["EACH", {}, [["PHOTO"]]]]]) }));
    await press("Close all");
    expect(rows()).toEqual(["For each photo"]);
    await press("Open all");
    expect(rows()).toEqual(["For each photo", "For each photo", "Photo"]);
  });

  test("3§4 the type is locked once saved; changing it in a new layout asks for confirmation and clears the nodes", async () => {
    const view = await openEditor(aLayout());
    expect((screen.getByLabelText(/^Type/) as HTMLSelectElement).disabled).toBe(true);
    view.unmount();
    await openNewEditor();
    await addNode("Add", "Slide");
    await userEvent.selectOptions(screen.getByLabelText(/^Type/), "PDF");
    await userEvent.click(await screen.findByRole("button", { name: "Change type" }));
    await waitFor(() => expect(rows()).toEqual([]));
    await press("Undo");
    expect(rows()).toEqual(["Slide"]);
  });

  test("3§4 copy-from copies description, type and nodes, with a name suffix and new ids", async () => {
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "a" }]) });
    const { sentLayouts } = await openNewEditor({
      [`GET /${calls}`]: () => ({ items: [row] }),
      [`GET /${calls}/${row.id}`]: () => row,
    });
    await userEvent.click(screen.getByRole("combobox", { name: "Copy from" }));
    await userEvent.click(await screen.findByRole("option", { name: /Inspection protocol/ }));
    await waitFor(() => expect(rows()).toEqual(["Text “a”"]));
    await press("Save");
    await waitFor(() => expect(sentLayouts()).toHaveLength(1));
    expect(sentLayouts()[0]).toMatchObject({
      name: "Inspection protocol - Kopia",
      description: "Yearly",
      type: "WORD",
    });
    expect(sentLayouts()[0]?.nodes[0]?.id).not.toBe(row.nodes[0]?.id);
  });

  test("leaving with unsaved changes asks for confirmation", async () => {
    const { address } = await openEditor(aLayout());
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await press("Cancel");
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(address()).toContain(path);
    await press("Cancel");
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(address()).toBe(path));
  });

  test("errors found by the service are shown at their nodes; another user's version can be overwritten", async () => {
    const row = aLayout({
      type: "WORD_TO_PDF",
      nodes: someNodes("WORD_TO_PDF", ["INSERT", { CONFIGURATION: anId() }]),
    });
    let saveResponse: unknown = problemReply(422, "invalid", {
      [`nodes.${row.nodes[0]!.id}.CONFIGURATION`]: "notFound",
    });
    const { sentLayouts } = await openEditor(row, {
      [`PUT /${calls}/${row.id}`]: ({ body }) =>
        (body as SavedLayout).version === 1 ? saveResponse : { ...row, ...(body as SavedLayout), version: 8 },
    });
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await press("Save");
    expect(await screen.findByText("1 problem")).toBeTruthy();
    expect(screen.getByRole("group", { name: /^Settings for/ })).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Name \*/ }), "!");
    saveResponse = problemReply(422, "staleVersion");
    row.version = 7;
    await press("Save");
    expect(await screen.findByText("Someone else has changed this in the meantime")).toBeTruthy();
    await press("Save my version");
    await waitFor(() => expect(sentLayouts().at(-1)?.version).toBe(7));
  });

  describe("design§Web a layout that another user has saved first", () => {
    /** Opens the editor, and saves after `edit` while the service has `theirs`. Returns the rows of the comparison. */
    async function saveAgainst(
      makeServerRow: (row: ReturnType<typeof aLayout>) => object,
      edit: () => Promise<unknown>,
    ) {
      const nodes = someNodes("WORD", ["TEXT", { TEXT: "one" }], ["TEXT", { TEXT: "two" }]);
      const row = aLayout({ nodes });
      let stored: object = row;
      const { sentLayouts } = await openEditor(row, {
        [`GET /${calls}/${row.id}`]: () => stored,
        [`PUT /${calls}/${row.id}`]: ({ body }) =>
          (body as SavedLayout).version === 1 ? problemReply(422, "staleVersion") : { ...row, version: 3 },
      });
      await edit();
      stored = { ...row, version: 2, ...makeServerRow(row) };
      await press("Save");
      await screen.findByText("Someone else has changed this in the meantime");
      const table = screen.getByRole("table", { name: "" });
      const cells = [...table.querySelectorAll("tbody tr")].map((line) =>
        [...line.children].map(({ textContent }) => textContent),
      );
      return { cells, sentLayouts };
    }
    const typeName = () => userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");

    test("both names are compared, and the other user's elements stay", async () => {
      const { cells, sentLayouts } = await saveAgainst(
        ({ nodes }) => ({ name: "Theirs", nodes: nodes.slice(0, 1) }),
        typeName,
      );
      expect(cells).toEqual([
        ["Name", "Theirs", "Inspection protocol!"],
        ["Text “two”", "–", "not changed by you"],
      ]);
      await press("Save my version");
      await waitFor(() =>
        expect(sentLayouts().at(-1)).toMatchObject({ version: 2, name: "Inspection protocol!" }),
      );
      expect(sentLayouts().at(-1)).not.toHaveProperty("nodes");
    });

    test("added, changed and moved elements are compared; the other user's can be kept", async () => {
      const { cells } = await saveAgainst(
        ({ nodes: [first, second] }) => ({
          nodes: [second, { ...first, params: { ...first!.params, TEXT: "uno" } }],
        }),
        () => press("Delete: Text “two”"),
      );
      expect(cells).toEqual([
        ["Text “two”", "Text “two”", "–"],
        ["Text “one” › Text", "uno", "one"],
      ]);
      await press("Keep their version");
      await screen.findByText("Text “uno”");
    });
  });

  test("3§4 an unknown placeholder is an error at its node and is not sent; a replacement code is none", async () => {
    const row = aLayout({
      nodes: someNodes("WORD", ["TEXT", { TEXT: "{REMARK}" }], ["TEXT", { TEXT: "{documentation_name}" }]),
    });
    const { sentLayouts } = await openEditor(row);
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await press("Save");
    expect(
      (await screen.findAllByText(/neither a placeholder nor a replacement code/)).length,
    ).toBeGreaterThan(0);
    expect(sentLayouts()).toEqual([]);
    await press("Delete: Text “{documentation_name}”");
    await press("Save");
    await waitFor(() => expect(sentLayouts()).toHaveLength(1));
  });

  test("3§5 reports a row with too many columns, and a layout that is too large where it is inserted", async () => {
    const cells = ["60", "4"].map((COLSPAN) => ["COLUMN", { COLSPAN }] as ["COLUMN", { COLSPAN: string }]);
    const row = aLayout({ nodes: someNodes("WORD", ["TABLE", {}, [["ROW", {}, cells]]]) });
    const { sentLayouts } = await openEditor(row, {
      [`PUT /${calls}/${row.id}`]: () => problemReply(422, "invalid", { nodes: "tooLarge" }),
    });
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await press("Save");
    expect(await screen.findByText(/a row at most 63 columns/)).toBeTruthy();
    expect(sentLayouts()).toEqual([]);
    await press("Delete: Row");
    await press("Save");
    expect(await screen.findByText(/makes a layout that inserts it too large/)).toBeTruthy();
    expect(sentLayouts()).toHaveLength(1);
  });

  test("3§5 a cycle of layouts is reported with its path", async () => {
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "a" }]) });
    const fields = { [`nodes.${row.nodes[0]!.id}.CONFIGURATION`]: "circle" };
    const names = ["Protocol › Signatures › Protocol"];
    await openEditor(row, {
      [`PUT /${calls}/${row.id}`]: () =>
        new Reply(422, { error: { code: "invalid", message: "invalid", fields, names } }),
    });
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await press("Save");
    expect(await screen.findByText(/\(Protocol › Signatures › Protocol\)/)).toBeTruthy();
  });

  test("a layout of an older grammar shows its errors at the nodes", async () => {
    const nodes = someNodes("WORD", ["TEXT", { TEXT: "a" }]).map((node) => ({
      ...node,
      params: { ...node.params, POSITION: "TOP" },
    }));
    const { sentLayouts } = await openEditor(
      aLayout({ nodes, faults: { [`nodes.${nodes[0]!.id}.POSITION`]: "notAllowed" } }),
    );
    expect(await screen.findByText(/saved under older rules/)).toBeTruthy();
    expect(screen.getByText("1 problem")).toBeTruthy();
    await press("Edit: Text “a”");
    await press("Remove");
    await waitFor(() => expect(screen.queryByText("1 problem")).toBeNull());
    await press("Save");
    await waitFor(() => expect(sentLayouts()[0]?.nodes[0]?.params.POSITION).toBeUndefined());
  });
});

describe("3§3 the form of a node", () => {
  test("the params of an EACH depend on its items; conditions are checkboxes, tasks are the documentation's", async () => {
    localStorage.setItem("layoutPreview.documentation.7", JSON.stringify({ id: anId(), label: "NF-2041" }));
    const row = aLayout({ nodes: someNodes("WORD", ["EACH"]) });
    const { sentLayouts } = await openEditor(row);
    await press("Edit: For each photo");
    await userEvent.selectOptions(screen.getByLabelText(/^Repeat for each/), "TASKS");
    await userEvent.click(screen.getByLabelText("With photos"));
    await userEvent.click(screen.getByLabelText("Answered"));
    await userEvent.type(screen.getByLabelText(/Add by key or name/), "roof{Enter}");
    expect((screen.getByLabelText("roof") as HTMLInputElement).checked).toBe(true);
    expect(await axeFaults()).toEqual([]);
    await press("Save");
    await waitFor(() =>
      expect(sentLayouts()[0]?.nodes[0]?.params).toEqual({
        IN: "TASKS",
        FILTERS: "ANSWERED;HAS_PHOTOS",
        IDS: "roof",
      }),
    );
  });

  test("3§4 a QR code opens the documentation unless another text is entered, and is sized in millimetres", async () => {
    const { sentLayouts } = await openEditor(aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "a" }]) }));
    await addNode("Add", "QR code");
    expect(screen.getByText(/^The code opens or contains this text/)).toBeTruthy();
    expect(screen.getByText("mm")).toBeTruthy();
    await addNode("Add", "List of files");
    await press("Save");
    await waitFor(() =>
      expect(sentLayouts()[0]?.nodes.slice(1)).toMatchObject([
        { type: "QR", params: { TEXT: "{LINK}", SIZE: "25" } },
        { type: "FILES", params: {} },
      ]),
    );
  });

  test("2§2 a comparison has its documentations side by side, and its conditions are those of any documentation", async () => {
    const nodes = someNodes("POWERPOINT", ["SLIDE", {}, [["COLUMN"]]]);
    const { sentLayouts } = await openEditor(aLayout({ type: "POWERPOINT", nodes }));
    await addNode("Add to: Column", "Comparison");
    expect(rows()).toEqual(["Slide", "Column", "Comparison"]);
    expect(screen.getByText(/meets the selected conditions in one of the documentations/)).toBeTruthy();
    expect(screen.getByText(/^Leave empty for when the photo was taken and its comment/)).toBeTruthy();
    await enterParam("Documentations side by side", "2");
    await userEvent.click(screen.getByLabelText("With photos"));
    await press("Insert value");
    expect(await screen.findByRole("menuitem", { name: /^Photo direction/ })).toBeTruthy();
    expect(screen.queryByText("{PAGES}")).toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(await axeFaults()).toEqual([]);
    await press("Save");
    await waitFor(() =>
      expect(sentLayouts()[0]?.nodes[0]?.children[0]?.children).toMatchObject([
        { type: "COMPARISON", params: { COLUMNS: "2", FILTERS: "HAS_PHOTOS", COMPRESS: "true" } },
      ]),
    );
  });

  test("3§4 values of photos are offered where something is drawn for each photo or task", async () => {
    const nodes = someNodes("WORD", ["EACH", { IN: "TASKS" }, [["TEXT", { TEXT: "See " }]]]);
    const { sentLayouts } = await openEditor(aLayout({ nodes }));
    await press("Edit: Text “See”");
    await press("Insert value");
    fireEvent.click(await screen.findByText("{PHOTO_NUMBERS}"));
    await press("Save");
    await waitFor(() =>
      expect(sentLayouts()[0]?.nodes[0]?.children[0]?.params.TEXT).toBe("See {PHOTO_NUMBERS}"),
    );
  });

  test("colours get a #, numbers a decimal point, and placeholders are appended to texts", async () => {
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "By " }]) });
    const { sentLayouts } = await openEditor(row);
    await press("Edit: Text “By”");
    expect(screen.getByText(/^{TASK_ANSWER:…} with the key or name of a task/)).toBeTruthy();
    await press("Insert value");
    const creator = await screen.findByRole("menuitem", { name: /^Created by/ });
    expect(screen.queryByText("{PHOTO_NUMBER}")).toBeNull();
    await userEvent.click(creator);
    await enterParam("Text colour", "ff8800");
    await enterParam("Size *", "10,5");
    await press("Save");
    await waitFor(() =>
      expect(sentLayouts()[0]?.nodes[0]?.params).toMatchObject({
        TEXT: "By {CREATOR}",
        COLOR: "#FF8800",
        SIZE: "10.5",
      }),
    );
  });

  test("3§5 an image is a PNG or JPEG of at most 1 MB", async () => {
    const row = aLayout({
      nodes: someNodes("WORD", ["TABLE", {}, [["ROW", {}, [["COLUMN", {}, [["IMAGE"]]]]]]]),
    });
    await openEditor(row);
    await press("Edit: Image, none chosen");
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    const choose = (bytes: number[], size = bytes.length) =>
      fireEvent.change(input, {
        target: {
          files: [new File([new Uint8Array([...bytes, ...new Array(size - bytes.length).fill(0)])], "a")],
        },
      });
    choose([1, 2, 3]);
    expect(await screen.findByText("Choose a PNG or JPEG image")).toBeTruthy();
    choose([0xff, 0xd8, 0xff], 1_000_001);
    expect(await screen.findByText("The image is larger than 1 MB")).toBeTruthy();
    choose([0xff, 0xd8, 0xff, 0xe0]);
    const image = (await screen.findByRole("img", { name: "The chosen image" })) as HTMLImageElement;
    expect(image.src).toMatch(/^data:image\/jpeg;base64,/);
  });

  test("3§5 an INSERT offers the other Word-to-PDF layouts, not its own", async () => {
    const row = aLayout({ type: "WORD_TO_PDF", name: "This", nodes: someNodes("WORD_TO_PDF", ["INSERT"]) });
    const otherLayout = aLayout({ type: "WORD_TO_PDF", name: "Terms" });
    await openEditor(row, {
      [`GET /${calls}`]: () => ({ items: [row, otherLayout, aLayout({ name: "A Word one" })] }),
    });
    await press("Edit: Inserted layout");
    const choice = await screen.findByRole("combobox", { name: /^Layout/ });
    await waitFor(() =>
      expect(
        within(choice)
          .getAllByRole("option")
          .map(({ textContent }) => textContent),
      ).toEqual(["Choose…", "Terms"]),
    );
    await userEvent.selectOptions(choice, otherLayout.id);
    expect(rows()).toEqual(["Insert “Terms”"]);
  });
});

describe("3§2 the preview", () => {
  const documentation = aDocumentation();
  const withPreview = (handlers: Handlers = {}) => ({
    "GET /documentations": () => ({ items: [documentation] }),
    "POST /exportDocumentConfiguration/preview": () => aPreview(),
    ...handlers,
  });
  type PreviewRequest = { documentation: string; layout: SavedLayout };

  test("renders the unsaved layout with the selected documentation, which is remembered, and follows each change", async () => {
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "a" }]) });
    const { api } = await openEditor(row, withPreview());
    const previewCalls = () =>
      api.to("POST /exportDocumentConfiguration/preview").map(({ body }) => body as PreviewRequest);
    expect(screen.getByText(/^Choose a documentation to see/)).toBeTruthy();
    await userEvent.click(screen.getByRole("combobox", { name: "Documentation" }));
    await userEvent.click(await screen.findByRole("option", { name: /NF-2041/ }));
    expect(await screen.findByRole("img", { name: "Page 1 of 1" })).toBeTruthy();
    expect(previewCalls()[0]).toMatchObject({
      documentation: documentation.id,
      layout: { id: row.id, type: "WORD" },
    });
    expect(JSON.parse(localStorage.getItem("layoutPreview.documentation.7")!).id).toBe(documentation.id);
    await press("Edit: Text “a”");
    await enterParam("Text *", "b");
    await waitFor(() => expect(previewCalls().at(-1)?.layout.nodes[0]?.params.TEXT).toBe("b"));
    await waitFor(() => expect(pdf.opened).toBeGreaterThan(1));
    expect(await axeFaults()).toEqual([]);
  });

  test("tells how many other documentations a comparison shows", async () => {
    localStorage.setItem(
      "layoutPreview.documentation.7",
      JSON.stringify({ id: documentation.id, label: documentation.name }),
    );
    await openEditor(
      aLayout({ nodes: someNodes("WORD", ["COMPARISON"]) }),
      withPreview({ "POST /exportDocumentConfiguration/preview": () => aPreview({ compared: 2 }) }),
    );
    expect(
      await screen.findByText("Compared with 2 other documentations of the same name or template."),
    ).toBeTruthy();
  });

  test("incomplete nodes are omitted and listed, as are missing values and undecided conditions; all link to their node", async () => {
    const nodes = someNodes(
      "WORD_TO_PDF",
      ["TEXT", { TEXT: "{PHOTO_COMMENT}" }],
      ["TEXT"],
      [
        "HEADER",
        {},
        [
          [
            "IF",
            { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "OK", OPERATOR: "NOT_EQUALS", ANSWER: "Yes" },
            [["TEXT", { TEXT: "Open" }]],
          ],
        ],
      ],
    );
    localStorage.setItem(
      "layoutPreview.documentation.7",
      JSON.stringify({ id: documentation.id, label: documentation.name }),
    );
    const { api } = await openEditor(
      aLayout({ type: "WORD_TO_PDF", nodes }),
      withPreview({
        "POST /exportDocumentConfiguration/preview": () =>
          aPreview({
            unfilled: [{ node: nodes[0]!.id, placeholder: "{PHOTO_COMMENT}" }],
            undecided: [nodes[2]!.children[0]!.id],
          }),
      }),
    );
    await screen.findByRole("img", { name: "Page 1 of 1" });
    const [previewCall] = api.to("POST /exportDocumentConfiguration/preview");
    expect(previewCall?.body).toMatchObject({
      layout: { nodes: [{ id: nodes[0]!.id }, { id: nodes[2]!.id }] },
    });
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    await userEvent.click(preview.getByRole("button", { name: "{PHOTO_COMMENT}" }));
    expect(await screen.findByRole("group", { name: "Settings for Text “{PHOTO_COMMENT}”" })).toBeTruthy();
    await userEvent.click(preview.getByRole("button", { name: "Empty text" }));
    expect(await screen.findByRole("group", { name: "Settings for Empty text" })).toBeTruthy();
    await userEvent.click(preview.getByRole("button", { name: "If the answer to “OK” is not “Yes”" }));
    expect(
      await screen.findByRole("group", { name: "Settings for If the answer to “OK” is not “Yes”" }),
    ).toBeTruthy();
  });

  test("errors that only the service finds are listed with their node too", async () => {
    const nodes = someNodes("WORD_TO_PDF", ["INSERT", { CONFIGURATION: anId() }]);
    localStorage.setItem(
      "layoutPreview.documentation.7",
      JSON.stringify({ id: documentation.id, label: documentation.name }),
    );
    await openEditor(
      aLayout({ type: "WORD_TO_PDF", nodes }),
      withPreview({
        "POST /exportDocumentConfiguration/preview": () =>
          problemReply(422, "invalid", { [`nodes.${nodes[0]!.id}.CONFIGURATION`]: "notFound" }),
      }),
    );
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    await userEvent.click(await preview.findByRole("button", { name: "Inserted layout" }));
    expect(preview.getByText(/This does not exist/)).toBeTruthy();
    expect(await screen.findByRole("group", { name: "Settings for Inserted layout" })).toBeTruthy();
  });

  test("a click on a part selects its node, and the parts of the selected node are highlighted", async () => {
    const nodes = someNodes("WORD", ["EACH", {}, [["TEXT", { TEXT: "a" }]]], ["PHOTO"]);
    const text = nodes[0]!.children[0]!;
    localStorage.setItem(
      "layoutPreview.documentation.7",
      JSON.stringify({ id: documentation.id, label: documentation.name }),
    );
    const part = { page: 0, x: 0, y: 0, width: 600, height: 800 };
    await openEditor(
      aLayout({ nodes }),
      withPreview({
        "POST /exportDocumentConfiguration/preview": () =>
          aPreview({
            parts: [
              { ...part, node: nodes[1]!.id },
              { ...part, node: text.id, height: 40 },
            ],
          }),
      }),
    );
    const page = await screen.findByRole("img", { name: "Page 1 of 1" });
    page.getBoundingClientRect = () => new DOMRect(0, 0, 300, 400);
    await press("Close all");
    fireEvent.pointerUp(page, { button: 0, clientX: 100, clientY: 10 });
    expect(await screen.findByRole("group", { name: "Settings for Text “a”" })).toBeTruthy();
    expect(page.querySelectorAll(`[data-mark="${text.id}"]`)).toHaveLength(1);
    await press("Edit: For each photo");
    expect(page.querySelectorAll("[data-mark]")).toHaveLength(1);
    await press("Edit: Photo");
    expect(page.querySelector("[data-mark]")?.getAttribute("data-mark")).toBe(nodes[1]!.id);
  });

  test("a click on overlapping parts selects the innermost", () => {
    const part = (node: string, width: number) => ({ page: 0, node, x: 0, y: 0, width, height: 10 });
    expect(findSmallestPart([part("a", 50), part("b", 10), part("c", 10)], 5, 5)?.node).toBe("c");
    expect(findSmallestPart([part("a", 50)], 60, 5)).toBeNull();
  });

  test("a failed preview reports the error, keeps the last one and can be retried", async () => {
    localStorage.setItem(
      "layoutPreview.documentation.7",
      JSON.stringify({ id: documentation.id, label: documentation.name }),
    );
    let isFailing = false;
    const row = aLayout({ nodes: someNodes("WORD", ["TEXT", { TEXT: "a" }]) });
    await openEditor(
      row,
      withPreview({
        "POST /exportDocumentConfiguration/preview": () =>
          isFailing ? problemReply(500, "internal") : aPreview(),
      }),
    );
    await screen.findByRole("img", { name: "Page 1 of 1" });
    isFailing = true;
    await press("Edit: Text “a”");
    await enterParam("Text *", "b");
    const retryButton = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByRole("img", { name: "Page 1 of 1" })).toBeTruthy();
    isFailing = false;
    await userEvent.click(retryButton);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  });
});

test("3§2 the editor stays responsive with many nodes: typing in one does not render the other rows", async () => {
  const texts = Array.from({ length: 40 }, (_, index): ["TEXT", { TEXT: string }] => [
    "TEXT",
    { TEXT: `t${index}` },
  ]);
  await openEditor(aLayout({ nodes: someNodes("WORD", ...texts) }));
  await press("Edit: Text “t7”");
  const field = await screen.findByRole("textbox", { name: "Text *" });
  renders.rows = 0;
  fireEvent.change(field, { target: { value: "other" } });
  expect(rows()).toContain("Text “other”");
  expect(renders.rows).toBeLessThan(5);
});
