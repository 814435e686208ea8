import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#api/apiError.ts";
import { getCurrentSession, startSession } from "#api/session.ts";
import { aSession } from "#testing/fixtures.ts";
import * as alerts from "#ui/overlay/alertStore.ts";
import { handleFailure } from "./handleFailure.ts";

/** The rows of 1§8. */
describe("1§8 error catalogue", () => {
  const navigateTo = vi.fn();
  const showAlert = vi.fn();

  beforeEach(() => {
    navigateTo.mockClear();
    showAlert.mockClear();
    vi.spyOn(alerts, "showAlert").mockImplementation(showAlert);
    startSession(aSession());
  });
  const fail = (status: number, code?: string, fields?: Record<string, string>) =>
    handleFailure(
      new ApiError({
        status,
        statusText: "Internal Server Error",
        body: code ? { error: { code, message: "", fields } } : null,
        requestId: "r-1",
      }),
      navigateTo,
    );
  const expectNothingElse = () => {
    expect(navigateTo).not.toHaveBeenCalled();
    expect(getCurrentSession()).not.toBeNull();
  };

  test("500 alerts 'Server Error: {error}' with the status text and the request id", () => {
    fail(500, "internal");
    expect(showAlert).toHaveBeenCalledWith("danger", "Server Error: Internal Server Error", {
      detail: "Request ID: r-1",
    });
    expectNothingElse();
  });

  test("422 alerts 'Error, unprocessable entity: {error}' with a readable message that names the fields", () => {
    fail(422, "invalid", { name: "required" });
    expect(showAlert.mock.calls[0]?.[1]).toBe(
      "Error, unprocessable entity: Some fields are invalid (name: This field is required!)",
    );
    expectNothingElse();
  });

  test("401 logs out; the guard goes to /login", () => {
    fail(401, "sessionEnded");
    expect(getCurrentSession()).toBeNull();
    expect(showAlert).not.toHaveBeenCalled();
  });

  test("a 401 to a call of the session before a switch does not end the new one", () => {
    handleFailure(new ApiError({ status: 401, isSuperseded: true }), navigateTo);
    expectNothingElse();
  });

  test("403 goes to /forbidden", () => {
    fail(403, "forbidden");
    expect(navigateTo).toHaveBeenCalledWith("/forbidden");
    expect(showAlert).not.toHaveBeenCalled();
    expect(getCurrentSession()).not.toBeNull();
  });

  test("404 shows nothing", () => {
    fail(404, "notFound");
    expect(showAlert).not.toHaveBeenCalled();
    expectNothingElse();
  });

  test.each([400, 405, 409, 418, 429, 502, 503])("%i, like any other status, logs out", (status) => {
    fail(status);
    expect(getCurrentSession()).toBeNull();
    expect(showAlert).not.toHaveBeenCalled();
  });

  test("no response alerts 'Error, connection not found'", () => {
    handleFailure(new ApiError({ status: 0 }), navigateTo);
    expect(showAlert).toHaveBeenCalledWith("danger", "Error, connection not found", {
      operationKey: "network",
    });
    expectNothingElse();
  });
});
