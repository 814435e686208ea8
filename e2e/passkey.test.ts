import type { Page } from "playwright-core";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { describe, expect, onlyInChromium, openAs } from "./support/browser.ts";

/** The browser's own authenticator, which verifies the user without asking. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the user's finger or face is recognised. */
    recognise: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    countPasskeys: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** A new user who may read documentations. Returns the username; the password is the demo users'. */
async function createUser(page: Page): Promise<string> {
  const username = `pia-${Date.now().toString(36)}`;
  await openAs(page, "super", "/user");
  await page.evaluate(
    async ({ username, password }) => {
      const { access_token, customerId } = JSON.parse(localStorage.getItem("session") ?? "{}");
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
      const roles = await (await fetch("/api/roles", { headers })).json();
      const { id } = roles.items.find(
        ({ authority }: { authority: string }) => authority === "ROLE_DOCUMENTATION_READ",
      );
      const body = { username, password, customerId, userRoles: [{ role: id }] };
      const created = await fetch("/api/users", { method: "POST", headers, body: JSON.stringify(body) });
      if (!created.ok) throw new Error(await created.text());
      localStorage.removeItem("session");
    },
    { username, password: demoPassword },
  );
  return username;
}

describe("passkeys", () => {
  onlyInChromium("There is no virtual authenticator.")(
    "design§Sessions a user adds a passkey, renames it, logs in with it alone and after the password, confirms with it, and removes it",
    async ({ visitor }) => {
      const { page } = visitor;
      const username = await createUser(page);
      const authenticator = await addAuthenticator(page);
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const submitCredentials = async () => {
        await page.goto("/login");
        await page.locator("[name=username]").fill(username);
        await page.locator("[name=password]").fill(demoPassword);
        await page.locator("[name=password]").press("Enter");
      };
      const logOut = async () => {
        await page.goto("/logout");
        await page.waitForURL("**/login");
      };

      await submitCredentials();
      await page.waitForURL("**/documentation");
      await page.goto("/profile");
      await button("Add a passkey").click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("[name=passkeyName]").fill("Pia's laptop");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("Pia's laptop").waitFor();
      expect(await authenticator.countPasskeys()).toBe(1);
      // A second one on the same device is refused by the browser.
      await button("Add a passkey").click();
      await dialog.locator("[name=passkeyName]").fill("Again");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await dialog.getByText("This device already has a passkey for you.").waitFor();
      await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
      await button("Rename the passkey Pia's laptop").click();
      await dialog.locator("[name=passkeyName]").fill("Pia's old laptop");
      await dialog.locator("[name=passkeyName]").press("Enter");
      await page.getByText("Pia's old laptop").waitFor();
      await logOut();

      // Alone.
      await button("Use a passkey").click();
      await page.waitForURL("**/documentation");
      await logOut();

      // After the password.
      await submitCredentials();
      await page.getByRole("heading", { name: "Use your passkey" }).waitFor();
      await authenticator.recognise(false);
      await button("Use a passkey").click();
      await page.getByRole("alert").getByText("No passkey was chosen").waitFor();
      await authenticator.recognise(true);
      await button("Use a passkey").click();
      await page.waitForURL("**/documentation");

      // Instead of the password, as if the login were more than an hour old.
      const removal = "**/api/user/removePasskey/*";
      const error = { code: "confirmationRequired", message: "" };
      await page.route(removal, (route) => route.fulfill({ status: 422, json: { error } }), { times: 1 });

      // A removed passkey logs nobody in, and the password is enough again.
      await page.goto("/profile");
      await page
        .getByText(/^Last used/)
        .last()
        .waitFor();
      await button("Remove the passkey Pia's old laptop").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
      const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
      await authenticator.recognise(false);
      await confirmation.getByRole("button", { name: "Use a passkey" }).click();
      await confirmation.getByRole("alert").getByText("No passkey was chosen").waitFor();
      await authenticator.recognise(true);
      await confirmation.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByText("You have no passkeys").waitFor();
      await logOut();
      await button("Use a passkey").click();
      await page.getByRole("alert").getByText("The passkey was not accepted").waitFor();
      await submitCredentials();
      await page.waitForURL("**/documentation");
      visitor.ignoreFaults(/400|401|422/);
    },
  );
});
