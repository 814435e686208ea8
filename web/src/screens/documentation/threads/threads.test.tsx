import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ThreadComment, ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import { axeFaults } from "#testing/axe.ts";
import { anId, aSession, aTask } from "#testing/fixtures.ts";
import { documentationId, findSection, hideFromObserver, serve, show, somePhotos } from "../testing.tsx";

const timestamp = "2026-05-04T10:00:00Z";
const writer = aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const aComment = (overrides: Partial<ThreadComment> = {}): ThreadComment => ({
  ...{
    id: anId(),
    userId: 999,
    creator: "erik",
    text: "Rätt stolpe?",
    mentions: [],
    crews: [],
    byLink: false,
  },
  ...{ dateCreated: timestamp, edited: null, version: 1 },
  ...overrides,
});
const aThread = (overrides: Partial<ThreadRow> = {}): ThreadRow => ({
  ...{ id: anId(), documentationId, photoId: null, documentationTaskId: null, subjectName: "" },
  ...{ dateCreated: timestamp, unanswered: true, resolved: null, resolvedBy: null, comments: [aComment()] },
  ...overrides,
});
const resolvedBy = { resolved: timestamp, resolvedBy: "anna", unanswered: false };
const threadsPath = `GET /thread/findAllByDocumentationId/${documentationId}`;

beforeEach(() => hideFromObserver());
afterEach(() => vi.unstubAllGlobals());

describe("design§Threads the discussion of a documentation", () => {
  test("shows open threads with subject and state, resolved ones below, and texts as they were typed", async () => {
    const task = aTask({ name: "Fundament" });
    const text = "<b>@anna</b> se här";
    const mentions = [{ userId: 7, name: "anna" }];
    const threads = [
      aThread({ documentationTaskId: task.id, comments: [aComment({ text, mentions, edited: timestamp })] }),
      aThread({ subjectName: "Mast_01", ...resolvedBy }),
    ];
    serve({ tasks: [task] }, { [threadsPath]: () => ({ items: threads }) });
    show(writer, `?thread=${threads[0]!.id}`);
    const section = await findSection("Discussion");
    const card = within(await section.findByRole("article", { name: "Fundament" }));
    expect(card.getByText("Unanswered")).toBeTruthy();
    expect(card.getByText("@anna").tagName).toBe("STRONG");
    expect(card.getByText("@anna").parentElement?.textContent).toBe(text);
    expect(card.getByText(/edited/)).toBeTruthy();
    expect(section.getByText("1 resolved")).toBeTruthy();
    expect(section.getByRole("heading").textContent).toBe("Discussion1");
    expect(document.activeElement).toBe(section.getByRole("article", { name: "Fundament" }));
    expect(await axeFaults()).toEqual([]);
  });

  test("replies with a mention chosen by keyboard, edits one's own comment, and resolves", async () => {
    const ownComment = aComment({ userId: writer.userId, creator: writer.username, text: "Mitt" });
    const thread = aThread({ comments: [aComment(), ownComment] });
    const bodies: unknown[] = [];
    const respond = (changes: Partial<ThreadRow>) => ({ ...thread, ...changes });
    serve(
      {},
      {
        [threadsPath]: () => ({ items: [thread] }),
        [`GET /thread/findMentionableUsers/${documentationId}`]: () => ({
          items: [
            { userId: 7, name: "anna", fullName: "Anna Berg" },
            { userId: 8, name: "annika", fullName: null },
          ],
        }),
        [`POST /thread/reply/${thread.id}`]: ({ body }) => {
          bodies.push(body);
          return respond({ unanswered: false, comments: [...thread.comments, aComment({ text: "Ja" })] });
        },
        [`PUT /thread/comment/${ownComment.id}`]: ({ body }) => {
          bodies.push(body);
          return respond({
            comments: [thread.comments[0]!, { ...ownComment, text: "Nytt", edited: timestamp }],
          });
        },
        [`POST /thread/resolve/${thread.id}`]: () => respond(resolvedBy),
      },
    );
    show(writer, `?thread=${thread.id}`);
    const section = await findSection("Discussion");
    await userEvent.click(await section.findByRole("button", { name: "Reply" }));
    const reply = section.getByRole("textbox", { name: "Reply" });
    await userEvent.type(reply, "@ann");
    await section.findByRole("option", { name: "anna (Anna Berg)" });
    await userEvent.keyboard("{Enter}");
    await userEvent.type(reply, "Ja");
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(section.getByRole("button", { name: "Send" }));
    expect(await section.findByText("Ja")).toBeTruthy();
    expect(bodies).toEqual([{ text: "@anna Ja", mentions: [7], crews: [] }]);

    await userEvent.click(section.getByRole("button", { name: "Edit the comment" }));
    const text = section.getByRole("textbox", { name: "Edit the comment" });
    await userEvent.clear(text);
    await userEvent.type(text, "Nytt");
    await userEvent.click(section.getByRole("button", { name: "Save" }));
    expect(await section.findByText("Nytt")).toBeTruthy();
    expect(bodies[1]).toEqual({ text: "Nytt", mentions: [], crews: [], version: 1 });

    await userEvent.click(section.getByRole("button", { name: "Resolve" }));
    expect(await section.findByText("All threads are resolved.")).toBeTruthy();
  });

  test("mentions the crew by licence or link, and shows what came back through the link", async () => {
    const [license, link] = [anId(), anId()];
    const thread = aThread({
      comments: [
        aComment({ text: "@Lag 7 Stege?", crews: [{ kind: "LICENSE", id: license, name: "Lag 7" }] }),
        aComment({ userId: 0, creator: "crew@example.com", text: "Finns", byLink: true }),
      ],
    });
    const bodies: unknown[] = [];
    serve(
      {},
      {
        [threadsPath]: () => ({ items: [thread] }),
        [`GET /thread/findMentionableUsers/${documentationId}`]: () => ({
          items: [],
          crews: [
            { kind: "LICENSE", id: license, name: "Lag 7", dateCreated: timestamp },
            { kind: "LINK", id: link, name: "crew@example.com", dateCreated: timestamp },
          ],
        }),
        [`POST /thread/reply/${thread.id}`]: ({ body }) => {
          bodies.push(body);
          return thread;
        },
      },
    );
    show(writer, `?thread=${thread.id}`);
    const section = await findSection("Discussion");
    expect((await section.findByText("@Lag 7")).tagName).toBe("STRONG");
    expect(section.getByText(/through the link/)).toBeTruthy();
    await userEvent.click(section.getByRole("button", { name: "Reply" }));
    const reply = section.getByRole("textbox", { name: "Reply" });
    await userEvent.type(reply, "@");
    expect(
      await section.findByRole("option", { name: /Lag 7 \(the devices of the licence see it\)/ }),
    ).toBeTruthy();
    await userEvent.type(reply, "cre");
    await section.findByRole("option", { name: /crew@example.com .*can reply/ });
    await userEvent.keyboard("{Enter}");
    await userEvent.type(reply, "Tack");
    await userEvent.click(section.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(bodies).toEqual([
        {
          ...{ text: "@crew@example.com Tack", mentions: [] },
          crews: [{ kind: "LINK", id: link, name: "crew@example.com" }],
        },
      ]),
    );
  });

  test("open threads are counted in the header and on their photo; the count leads to the discussion", async () => {
    const photos = somePhotos(2);
    const about = { photoId: photos[1]!.id };
    const threads = [aThread(about), aThread({ ...about, ...resolvedBy }), aThread()];
    serve({ photos, details: { openThreadCount: 2 } }, { [threadsPath]: () => ({ items: threads }) });
    show(writer);
    const mark = await screen.findByLabelText("1 open thread");
    expect(mark.closest("li")?.textContent).toContain("Photo_2");
    expect(screen.getAllByLabelText(/open thread/)).toHaveLength(2);
    const scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
    await userEvent.click(screen.getByRole("link", { name: "2 open threads" }));
    expect(scrollIntoView.mock.contexts).toEqual([document.querySelector("#threads")]);
    scrollIntoView.mockRestore();
    expect(await axeFaults()).toEqual([]);
  });

  test("readers see threads without actions, and nothing where there are none", async () => {
    const thread = aThread();
    serve({}, { [threadsPath]: () => ({ items: [thread] }) });
    show(aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }), `?thread=${thread.id}`);
    const section = await findSection("Discussion");
    expect(await section.findByText("Rätt stolpe?")).toBeTruthy();
    expect(section.queryAllByRole("button")).toEqual([]);
  });

  test("a thread about a photo is started beside it; the text survives moving to another photo", async () => {
    const photos = somePhotos(2);
    const bodies: unknown[] = [];
    const items: ThreadRow[] = [];
    serve(
      { photos },
      {
        [threadsPath]: () => ({ items }),
        "POST /thread/create": ({ body }) => {
          bodies.push(body);
          return aThread({ photoId: photos[0]!.id, comments: [aComment({ text: "Suddigt?" })] });
        },
      },
    );
    show(writer, `?photo=${photos[0]!.id}`);
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    await userEvent.click(await viewer.findByRole("button", { name: "Start a thread" }));
    await userEvent.type(viewer.getByRole("textbox", { name: "Start a thread" }), "Suddigt?");
    await userEvent.click(viewer.getAllByRole("button", { name: "Next photo" })[0]!);
    await waitFor(() => expect(viewer.queryByRole("textbox")).toBeNull());
    await userEvent.click(viewer.getAllByRole("button", { name: "Previous photo" })[0]!);
    expect(await viewer.findByDisplayValue("Suddigt?")).toBeTruthy();
    await userEvent.click(viewer.getByRole("button", { name: "Send" }));
    expect(await viewer.findByText("Suddigt?")).toBeTruthy();
    expect(bodies).toEqual([
      { documentationId, photoId: photos[0]!.id, text: "Suddigt?", mentions: [], crews: [] },
    ]);
  });
});
