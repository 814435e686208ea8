import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#api/failure.ts";
import { currentSession, startSession } from "#api/session.ts";
import { aSession } from "#testing/fixtures.ts";
import * as alerts from "#ui/overlay/alertStore.ts";
import { handleFailure } from "./handleFailure.ts";

/** The rows of 1§8, one by one. */
describe("1§8 error catalogue", () => {
  const goTo = vi.fn();
  const shown = vi.fn();

  beforeEach(() => {
    goTo.mockClear();
    shown.mockClear();
    vi.spyOn(alerts, "showAlert").mockImplementation(shown);
    startSession(aSession());
  });
  const problem = (status: number, code?: string, fields?: Record<string, string>) =>
    handleFailure(
      new ApiError({
        status,
        statusText: "Internal Server Error",
        body: code ? { error: { code, message: "", fields } } : null,
        requestId: "r-1",
      }),
      goTo,
    );
  const nothingElse = () => {
    expect(goTo).not.toHaveBeenCalled();
    expect(currentSession()).not.toBeNull();
  };

  test("500 alerts 'Server Error: {error}' with the status text and the request id", () => {
    problem(500, "internal");
    expect(shown).toHaveBeenCalledWith("danger", "Server Error: Internal Server Error", {
      detail: "Request ID: r-1",
    });
    nothingElse();
  });

  test("422 alerts 'Error, unprocessable entity: {error}' in words, fields named", () => {
    problem(422, "invalid", { name: "required" });
    expect(shown.mock.calls[0]?.[1]).toBe(
      "Error, unprocessable entity: Some fields are invalid (name: This field is required!)",
    );
    nothingElse();
  });

  test("401 logs out; the guard goes to /login", () => {
    problem(401, "sessionEnded");
    expect(currentSession()).toBeNull();
    expect(shown).not.toHaveBeenCalled();
  });

  test("a 401 to a call of the session before a switch does not end the new one", () => {
    handleFailure(new ApiError({ status: 401, superseded: true }), goTo);
    nothingElse();
  });

  test("403 goes to /forbidden", () => {
    problem(403, "forbidden");
    expect(goTo).toHaveBeenCalledWith("/forbidden");
    expect(shown).not.toHaveBeenCalled();
    expect(currentSession()).not.toBeNull();
  });

  test("404 shows nothing", () => {
    problem(404, "notFound");
    expect(shown).not.toHaveBeenCalled();
    nothingElse();
  });

  test.each([400, 405, 409, 418, 429, 502, 503])("%i, like any other status, logs out", (status) => {
    problem(status);
    expect(currentSession()).toBeNull();
    expect(shown).not.toHaveBeenCalled();
  });

  test("no response alerts 'Error, connection not found'", () => {
    handleFailure(new ApiError({ status: 0 }), goTo);
    expect(shown).toHaveBeenCalledWith("danger", "Error, connection not found", { about: "network" });
    nothingElse();
  });
});
