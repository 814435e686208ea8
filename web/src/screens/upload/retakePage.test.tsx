import "fake-indexeddb/auto";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId } from "#testing/fixtures.ts";
import Retake from "./Retake.tsx";

const timestamp = "2030-01-01T10:00:00Z";

/** The calls that every page of a link makes. */
const linkCalls = {
  "POST /tempFile/getInfo": () => ({
    ...{ documentationName: "Mast 7", templateName: "Mast", creator: "staff", customerName: "Norrfiber" },
    ...{ purpose: "RETAKE", expireDate: timestamp, remainingFileCount: 10, remainingBytes: 1e9 },
  }),
  "POST /uploadToken/getReceipt": () => ({
    receipt: {
      ...{ documentationName: "Mast 7", customerName: "Norrfiber", creator: "staff" },
      ...{ expected: 0, received: 0, items: [], refused: [], dateCreated: timestamp },
    },
    signature: "signed",
  }),
};

describe("/retake", () => {
  it("design§Retakes asks for a new answer, sends no unchanged or invalid one, and confirms its receipt", async () => {
    const id = anId();
    const retakeRequest = (outcome: "TAKEN" | null) => ({
      ...{ id, photoId: null, documentationTaskId: anId(), photoName: null, taskName: "Depth" },
      ...{ taskDescription: null, kind: "ANSWER", options: null, reason: "In centimetres", creator: "staff" },
      task: { type: "INTEGER", required: "YES", params: {}, answer: "12" },
      dateCreated: timestamp,
      outcome,
    });
    let outcome: "TAKEN" | null = null;
    const api = fakeApi({
      ...linkCalls,
      "POST /retake/getRetakeRequests": () => ({ items: [retakeRequest(outcome)] }),
      "POST /retake/answer": () => {
        outcome = "TAKEN";
        return { items: [retakeRequest(outcome)] };
      },
    });
    window.history.replaceState(null, "", `/retake?token=${anId()}`);
    const { container } = render(<Retake />);
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Depth" });
    expect(box.value).toBe("12");
    expect(screen.getByText("In centimetres")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Upload" })).toBeNull();
    const send = () => fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
    send();
    expect(await screen.findByText(/This is the answer that was sent back/)).toBeTruthy();
    fireEvent.change(box, { target: { value: "deep" } });
    send();
    const form = within(screen.getByRole("form", { name: "Depth" }));
    expect((await form.findByRole("alert")).textContent).toMatch(/\w/);
    expect(api.to("POST /retake/answer")).toEqual([]);
    expect(await axeFaults(container)).toEqual([]);
    fireEvent.change(box, { target: { value: "120" } });
    send();
    expect(await screen.findByText("Received. Thank you.")).toBeTruthy();
    expect(api.to("POST /retake/answer")).toMatchObject([{ body: { id, answer: "120" } }]);
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  });

  it("design§Retakes offers the suggestions of a task's list", async () => {
    const id = anId();
    const api = fakeApi({
      ...linkCalls,
      "POST /retake/getRetakeRequests": () => ({
        items: [
          {
            ...{ id, photoId: null, documentationTaskId: anId(), photoName: null, taskName: "Material" },
            ...{ taskDescription: null, kind: "ANSWER", options: null, reason: "Which?", creator: "staff" },
            task: {
              ...{ type: "SINGLE_CHOICE_SUGGESTION", required: "YES", params: {}, answer: null },
              suggested: true,
            },
            ...{ dateCreated: timestamp, outcome: null },
          },
        ],
      }),
      "POST /retake/getSuggestions": () => ({ items: [{ id: anId(), text: "Steel" }] }),
    });
    window.history.replaceState(null, "", `/retake?token=${anId()}`);
    render(<Retake />);
    const box = await screen.findByRole<HTMLInputElement>("combobox", { name: "Material" });
    fireEvent.click(box);
    fireEvent.click(await screen.findByRole("option", { name: "Steel" }));
    expect(box.value).toBe("Steel");
    expect(api.to("POST /retake/getSuggestions")).toMatchObject([{ body: { id, q: "" } }]);
  });

  it("design§Threads shows what the office wrote to the link, and sends a reply", async () => {
    const threadId = anId();
    const message = { id: anId(), threadId, subjectName: "Mast_01", creator: "anna", dateCreated: timestamp };
    const messages = [{ ...message, text: "Rätt stolpe?", byLink: false }];
    const api = fakeApi({
      ...linkCalls,
      "POST /tempFile/getInfo": () => ({ ...linkCalls["POST /tempFile/getInfo"](), messages }),
      "POST /retake/getRetakeRequests": () => ({ items: [] }),
      "POST /thread/replyByLink": () => ({
        items: [...messages, { ...message, id: anId(), creator: "Länken", text: "Ja", byLink: true }],
      }),
    });
    const token = anId();
    window.history.replaceState(null, "", `/retake?token=${token}`);
    const { container } = render(<Retake />);
    expect(await screen.findByText("Rätt stolpe?")).toBeTruthy();
    expect(screen.getByText("Message: Mast_01")).toBeTruthy();
    fireEvent.change(screen.getByRole("textbox", { name: "Reply" }), { target: { value: " Ja " } });
    expect(await axeFaults(container)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Ja")).toBeTruthy();
    expect(screen.getByText("You")).toBeTruthy();
    expect(api.to("POST /thread/replyByLink")[0]?.body).toEqual({ token, threadId, text: "Ja" });
  });
});
