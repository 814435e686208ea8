import type { Language } from "#domain/core/language.ts";
import type { Database } from "#worker/db/database.ts";
import type { UserRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { MailContent } from "./mailContent.ts";
import { createOutboxMail, enqueueMail, type QueuedMail } from "./mailer.ts";

/** An event that the owner of an account should know about, in case someone else caused it. */
export type AccountEvent =
  | "authenticatorActivated"
  | "authenticatorTurnedOff"
  | "secondFactorTurnedOff"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "secondFactorChanged"
  | "authenticatorReset"
  | "recoveryCodesCreated"
  | "emailChanged"
  | "wrongPasswords"
  | "wrongCodes";

type AccountOwner = Pick<UserRow, "username" | "fullName" | "language" | "email">;

interface EventText {
  subject: string;
  text: (username: string, address: string) => string;
  /** Replaces the advice to change the password and contact the administrator. */
  advice?: string;
}

const texts: Record<Language, Record<AccountEvent, EventText> & { greeting: string; advice: string }> = {
  en: {
    greeting: "Hello",
    advice: "If this was not you, change your password and contact your administrator right away.",
    authenticatorActivated: {
      subject: "Your authenticator app was activated",
      text: (username) =>
        `An authenticator app was activated for the Siteproof user ${username}. Logging in now requires a code from it.`,
    },
    authenticatorTurnedOff: {
      subject: "Your authenticator app was turned off",
      text: (username) =>
        `The authenticator app of the Siteproof user ${username} was turned off. Logging in still requires a passkey or a recovery code.`,
    },
    passkeyAdded: {
      subject: "A passkey was added",
      text: (username) =>
        `A passkey was added for the Siteproof user ${username}. It can log in without the password.`,
    },
    passkeyRemoved: {
      subject: "A passkey was removed",
      text: (username) => `A passkey of the Siteproof user ${username} was removed. It can no longer log in.`,
    },
    secondFactorTurnedOff: {
      subject: "Two-factor authentication was turned off",
      text: (username) =>
        `Two-factor authentication was turned off for the Siteproof user ${username}. Logging in now requires only the password.`,
    },
    secondFactorChanged: {
      subject: "Your two-factor authentication was changed",
      text: (username) =>
        `An administrator changed the two-factor authentication of the Siteproof user ${username}. The user has been logged out everywhere.`,
      advice: "If you do not know why, contact your administrator right away.",
    },
    authenticatorReset: {
      subject: "Your two-factor authentication was reset",
      text: (username) =>
        `An administrator reset the two-factor authentication of the Siteproof user ${username}. The authenticator app, passkeys and recovery codes no longer work, and the user has been logged out everywhere.`,
      advice: "If you did not ask for this, contact your administrator right away.",
    },
    recoveryCodesCreated: {
      subject: "New recovery codes were created",
      text: (username) =>
        `New recovery codes were created for the Siteproof user ${username}. Earlier ones no longer work.`,
    },
    emailChanged: {
      subject: "Your email address was changed",
      text: (username) =>
        `The email address of the Siteproof user ${username} was changed. This is the last email to this address.`,
      advice: "If you do not know why, contact your administrator right away.",
    },
    wrongPasswords: {
      subject: "Several failed attempts to log in",
      text: (username, address) =>
        `Someone has entered a wrong password for the Siteproof user ${username} several times, most recently from ${address}. They have not been let in.`,
      advice:
        "If this was you, you do not need to do anything. If not, make sure that your password is not used anywhere else.",
    },
    wrongCodes: {
      subject: "Someone with your password failed to log in",
      text: (username, address) =>
        `Someone has entered the right password for the Siteproof user ${username} but a wrong code or passkey, most recently from ${address}. They have not been let in.`,
      advice: "If this was not you, change your password right away.",
    },
  },
  sv: {
    greeting: "Hej",
    advice: "Om det inte var du ska du byta lösenord och kontakta din administratör direkt.",
    authenticatorActivated: {
      subject: "Din autentiseringsapp har aktiverats",
      text: (username) =>
        `En autentiseringsapp har aktiverats för användaren ${username} i Siteproof. Nu krävs en kod från den för att logga in.`,
    },
    authenticatorTurnedOff: {
      subject: "Din autentiseringsapp har stängts av",
      text: (username) =>
        `Autentiseringsappen har stängts av för användaren ${username} i Siteproof. Det krävs fortfarande en passkey eller återställningskod för att logga in.`,
    },
    passkeyAdded: {
      subject: "En passkey har lagts till",
      text: (username) =>
        `En passkey har lagts till för användaren ${username} i Siteproof. Med den går det att logga in utan lösenord.`,
    },
    passkeyRemoved: {
      subject: "En passkey har tagits bort",
      text: (username) =>
        `En passkey har tagits bort för användaren ${username} i Siteproof. Det går inte längre att logga in med den.`,
    },
    secondFactorTurnedOff: {
      subject: "Tvåfaktorsautentiseringen har stängts av",
      text: (username) =>
        `Tvåfaktorsautentiseringen har stängts av för användaren ${username} i Siteproof. Nu räcker lösenordet för att logga in.`,
    },
    secondFactorChanged: {
      subject: "Din tvåfaktorsautentisering har ändrats",
      text: (username) =>
        `En administratör har ändrat tvåfaktorsautentiseringen för användaren ${username} i Siteproof. Användaren har loggats ut överallt.`,
      advice: "Vet du inte varför ska du kontakta din administratör direkt.",
    },
    authenticatorReset: {
      subject: "Din tvåfaktorsautentisering har återställts",
      text: (username) =>
        `En administratör har återställt tvåfaktorsautentiseringen för användaren ${username} i Siteproof. Autentiseringsappen, passkeys och återställningskoder gäller inte längre, och användaren har loggats ut överallt.`,
      advice: "Har du inte bett om det ska du kontakta din administratör direkt.",
    },
    recoveryCodesCreated: {
      subject: "Nya återställningskoder har skapats",
      text: (username) =>
        `Nya återställningskoder har skapats för användaren ${username} i Siteproof. Tidigare koder gäller inte längre.`,
    },
    emailChanged: {
      subject: "Din e-postadress har ändrats",
      text: (username) =>
        `E-postadressen för användaren ${username} i Siteproof har ändrats. Det här är det sista mejlet till den här adressen.`,
      advice: "Vet du inte varför ska du kontakta din administratör direkt.",
    },
    wrongPasswords: {
      subject: "Flera misslyckade inloggningsförsök",
      text: (username, address) =>
        `Någon har angett fel lösenord för användaren ${username} i Siteproof flera gånger, senast från ${address}. Personen har inte släppts in.`,
      advice:
        "Var det du behöver du inte göra något. Om inte, se till att du inte använder lösenordet någon annanstans.",
    },
    wrongCodes: {
      subject: "Någon med ditt lösenord har försökt logga in",
      text: (username, address) =>
        `Någon har angett rätt lösenord för användaren ${username} i Siteproof men fel kod eller passkey, senast från ${address}. Personen har inte släppts in.`,
      advice: "Om det inte var du ska du byta lösenord direkt.",
    },
  },
};

/** @param address the network address that the login attempts came from; not used for other events */
export function createAccountMail(
  { username, fullName, language }: Pick<UserRow, "username" | "fullName" | "language">,
  event: AccountEvent,
  address = "",
): MailContent {
  const { greeting, advice: defaultAdvice, [event]: eventText } = texts[language];
  const { subject, text, advice = defaultAdvice } = eventText;
  return {
    language,
    subject,
    greeting: `${greeting} ${fullName ?? username},`,
    paragraphs: [text(username, address)],
    note: advice,
  };
}

/** Sends a mail about an event to the owner of an account, if there is an address. */
export async function sendAccountMail(
  env: Env,
  db: Database,
  owner: AccountOwner,
  event: AccountEvent,
  address?: string,
): Promise<void> {
  for (const { id, statement } of queueAccountMail(db, owner, event, address)) {
    await statement;
    await enqueueMail(env, id);
  }
}

/** Queues the mail about an event to the owner of an account; empty without an address. Its statements belong in a batch. */
export function queueAccountMail(
  db: Database,
  owner: AccountOwner,
  event: AccountEvent,
  address?: string,
): QueuedMail[] {
  return owner.email ? [createOutboxMail(db, owner.email, createAccountMail(owner, event, address))] : [];
}
