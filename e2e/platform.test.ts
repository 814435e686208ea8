import { generate } from "otplib";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { chooseLanguage, describe, expect, test } from "./support/browser.ts";
import { codeIn, codePattern, linkIn, linkPattern, waitForMail } from "./support/mail.ts";

/** The texts this test looks for, in both languages; fields are found by name. */
const texts = {
  en: {
    add: "Add",
    save: "Save",
    generate: "Generate password",
    password: "New password",
    map: "Map",
    reader: "View documentations",
    created: "Create Successful",
    updated: "Update Successful",
    edit: /^Edit/,
    activate: /authenticator app/,
    registered: "Registration Successful",
    actingAs: /Acting as/,
    switchBack: "Switch back",
    verify: "Verify",
  },
  sv: {
    add: "Lägg till",
    save: "Spara",
    generate: "Skapa lösenord",
    password: "Nytt lösenord",
    map: "Karta",
    reader: "Visa dokumentationer",
    created: /skapa/i,
    updated: /uppdater|ändr/i,
    edit: /^Redigera/,
    activate: /autentiseringsapp/,
    registered: /registrer/i,
    actingAs: /Du agerar som/,
    switchBack: "Byt tillbaka",
    verify: "Verifiera",
  },
} as const;
type Texts = (typeof texts)["en" | "sv"];

const resetPassword = "Nytt-Lösenord-1!";
const newPassword = "Bytt-Lösenord-2!";

async function submitCredentials(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=password]").press("Enter");
}
const waitForLogin = (page: Page) => page.waitForURL(({ pathname }) => pathname !== "/login");

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=code]").press("Enter");
  await waitForLogin(page);
}

/** Opens a list, and its form for a new row. */
async function openForm(page: Page, path: string, t: Texts) {
  await page.goto(path);
  await page.getByRole("main").getByRole("button", { name: t.add, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  return dialog;
}

async function chooseOption(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole("dialog").locator(`[name=${field}]`).fill(text);
  await page.getByRole("option", { name: text }).first().click();
}

async function saveForm(page: Page, t: Texts, text: string | RegExp): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: t.save, exact: true }).click();
  await page.getByText(text).first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

describe("a customer from scratch", () => {
  test.for(["en", "sv"] as const)(
    "1§2 in %s: a customer with products, a licence and a user with a second factor; codes by mail and authenticator, a new password, switching user, and all of it in the log",
    async (language, { visit }) => {
      const t = texts[language];
      const stamp = `${language}-${Date.now().toString(36)}`;
      const [customer, username, email] = [
        `Fjällnät ${stamp}`,
        `vera-${stamp}`,
        `vera-${stamp}@siteproof.example`,
      ];
      const openVisitor = async () => {
        const visitor = await visit();
        await chooseLanguage(visitor.page, language);
        return visitor;
      };
      const admin = (await openVisitor()).page;
      await submitCredentials(admin, "super", demoPassword);
      await waitForLogin(admin);

      // The customer, its products, its licence.
      const form = await openForm(admin, "/customer", t);
      await form.locator("[name=name]").fill(customer);
      await form.getByRole("checkbox", { name: t.map, exact: true }).check();
      await saveForm(admin, t, t.created);
      const license = await openForm(admin, "/license", t);
      await chooseOption(admin, "customerId", customer);
      await license.locator("[name=name]").fill(`Fält ${stamp}`);
      await license.getByRole("button", { name: language === "en" ? "Generate" : "Generera" }).click();
      await saveForm(admin, t, t.created);

      // A user with codes by mail and a generated password, which is shown only now.
      const user = await openForm(admin, "/user", t);
      await chooseOption(admin, "customerId", customer);
      await user.locator("[name=username]").fill(username);
      await user.locator("[name=email]").fill(email);
      await user.getByRole("button", { name: t.generate, exact: true }).click();
      const password = await user.locator("code").innerText();
      expect(password).toHaveLength(12);
      await user.locator("[name=twoFactorAuthenticationType]").selectOption("EMAIL");
      await user.getByRole("checkbox", { name: t.reader, exact: true }).check();
      await saveForm(admin, t, t.created);

      // Logs in with the code from the mail, in the language of the console.
      const visitor = await openVisitor();
      const { page } = visitor;
      let startedAt = new Date();
      await submitCredentials(page, username, password);
      await page.locator("[name=code]").waitFor();
      const mail = await waitForMail(email, startedAt, codePattern);
      expect(mail.html).toContain(`lang="${language}"`);
      await enterCode(page, codeIn(mail));
      await page.waitForURL("**/documentation");

      // Forgets the password, gets a link and chooses another password, which ends the session.
      const visitorPage = (await openVisitor()).page;
      startedAt = new Date();
      await visitorPage.goto("/forgotpassword");
      await visitorPage.locator("[name=username]").fill(username);
      await visitorPage.locator("[name=username]").press("Enter");
      const link = new URL(linkIn(await waitForMail(email, startedAt, linkPattern)));
      await visitorPage.goto(new URL(link.pathname, inject("baseUrl")).href);
      await visitorPage.locator("[name=password]").fill(resetPassword);
      await visitorPage.locator("[name=repeatPassword]").fill(resetPassword);
      await visitorPage.locator("[name=repeatPassword]").press("Enter");
      await visitorPage.waitForURL("**/login");
      // The super admin now requires an authenticator.
      await admin.goto(`/user?q=${username}`);
      const row = admin.getByRole("row").filter({ hasText: username });
      await row.getByRole("button", { name: t.edit }).click();
      await admin.getByRole("dialog").locator("[name=twoFactorAuthenticationType]").selectOption("TOTP");
      await saveForm(admin, t, t.updated);

      // Until it is activated, codes still come by mail.
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.removeItem("session"));
      startedAt = new Date();
      await submitCredentials(page, username, resetPassword);
      await page.locator("[name=code]").waitFor();
      await enterCode(page, codeIn(await waitForMail(email, startedAt, codePattern)));
      await page.goto("/profile");
      await page.getByRole("main").getByRole("button", { name: t.activate }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("svg[role=img], svg title").first().waitFor({ state: "attached" });
      const secret = (await dialog.locator("code").first().innerText()).replace(/\s/g, "");
      await dialog.locator("[name=code]").fill(await generate({ secret }));
      await dialog.locator("[name=code]").press("Enter");
      await page.getByText(t.registered).first().waitFor();

      // A new password in the profile requires the current one; a wrong one is reported at its field.
      const enterPasswords = async (current: string) => {
        await page.locator("[name=currentPassword]").fill(current);
        await page.locator("main [name=password]").fill(newPassword);
        await page.locator("main [name=repeatPassword]").fill(newPassword);
        await page.locator("main [name=repeatPassword]").press("Enter");
      };
      await enterPasswords(password);
      await page.locator("[name=currentPassword][aria-invalid=true]").waitFor();
      await enterPasswords(resetPassword);
      await page.getByText(t.updated).first().waitFor();
      expect(await page.locator("[name=currentPassword]").inputValue()).toBe("");

      // Logs in with the authenticator's next code; no mail is sent.
      await page.goto("/logout");
      await page.waitForURL("**/login");
      await submitCredentials(page, username, newPassword);
      await page.locator("[name=code]").waitFor();
      await enterCode(page, await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
      await page.waitForURL("**/documentation");

      // The super admin acts as this user, then switches back.
      await admin.goto("/switchuser");
      await admin.locator("[name=user]").fill(username);
      await admin.getByRole("option", { name: `${username} (${customer})` }).click();
      await admin.getByRole("main").locator("button[type=submit]").click();
      await admin.getByText(t.actingAs).first().waitFor();
      await admin.goto("/user");
      await admin.waitForURL("**/forbidden");
      await admin.goto("/documentation");
      await admin.getByRole("link", { name: t.switchBack }).first().click();
      await admin.getByText(t.actingAs).first().waitFor({ state: "detached" });

      // The log contains all of it, but not the password.
      await admin.goto(`/domainChangeLog?q=${encodeURIComponent(username)}`);
      await admin
        .getByRole("row")
        .filter({ hasText: /User|Användare/ })
        .first()
        .waitFor();
      await admin.getByRole("row").filter({ hasText: "Session" }).first().waitFor();
      const log = await admin.getByRole("main").innerText();
      expect(log).toContain("•••");
      for (const hidden of [password, resetPassword, newPassword, secret]) expect(log).not.toContain(hidden);
      await admin.goto("/lastAuthenticationSuccessEvent");
      await admin.getByRole("row").filter({ hasText: username }).first().waitFor();
      visitor.ignoreFaults(/400|401|422/);
    },
  );
});
