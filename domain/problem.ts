/**
 * The catalogue of failures. A code says what went wrong and is what clients and translations hang on; the
 * status follows from it. A signed-in call answers only 401, 403, 404, 422 and 500, because the console logs
 * a user out on any status its own catalogue does not list (1§8). 400 and 429 belong to calls without a session.
 */
export const problemStatus = {
  // Sessions (1§4, 1§8)
  secondFactorRequired: 400,
  loginFailed: 401,
  notLoggedIn: 401,
  sessionEnded: 401,
  ticketInvalid: 401,
  forbidden: 403,
  notFound: 404,
  tooManyAttempts: 429,
  // Input
  malformedBody: 422,
  invalid: 422,
  staleVersion: 422,
  inUse: 422,
  duplicate: 422,
  locked: 422,
  tooLarge: 422,
  ruleBroken: 422,
  // Users and their sessions (1§4, 1§5, 3§4)
  wrongCode: 422,
  lastSuperAdmin: 422,
  switchedSession: 422,
  accountClosed: 422,
  // Work in the background
  notPrepared: 422,
  // Devices and uploads (2§4, 2§7)
  licenseRefused: 401,
  pauseNotAllowed: 422,
  documentationClosed: 422,
  uploadNotArrived: 422,
  uploadMismatch: 422,
  notJpeg: 422,
  photoTruncated: 422,
  photoTooLarge: 422,
  photoCorrupt: 422,
  photoEmpty: 422,
  photoUnsupported: 422,
  // Links for people without a login (2§2)
  linkUnknown: 401,
  linkExpired: 401,
  linkFull: 422,
  // Exports
  exportRefused: 422,
  noPhotosSelected: 422,
  exportTypeRefused: 422,
  storageChanged: 422,
  // The service itself
  unavailable: 500,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** What is wrong with one field: a code of its own, translated by the console as `field.<code>`. */
export type FieldFault =
  | "required"
  | "unknown"
  | "readOnly"
  | "tooLong"
  | "tooShort"
  | "tooSmall"
  | "tooLarge"
  | "wrongType"
  | "invalid"
  | "notAllowed"
  | "duplicate"
  | "notFound"
  // Passwords (1§5)
  | "noMatch"
  | "noCapital"
  | "noSpecial"
  // Dates that depend on another or on today (1§5)
  | "afterEnd"
  | "beforeStart"
  | "inFuture";

/** The body of every answer that is not a success. */
export interface ProblemBody {
  error: { code: ProblemCode; message: string; fields?: Record<string, FieldFault> };
}

/** English sentences for people who read answers without the console, which has its own texts in both languages. */
export const problemMessage: Record<ProblemCode, string> = {
  secondFactorRequired: "A one-time code is needed",
  loginFailed: "Wrong username or password",
  notLoggedIn: "You are not logged in",
  sessionEnded: "Your session has ended",
  ticketInvalid: "This download link is not valid or has expired",
  forbidden: "You are not allowed to do this",
  notFound: "Not found",
  tooManyAttempts: "Too many attempts, try again later",
  malformedBody: "The body is not the JSON this call takes",
  invalid: "Some fields are not valid",
  staleVersion: "Somebody else changed this in the meantime",
  inUse: "Other things depend on this",
  duplicate: "There is one like this already",
  locked: "This can not be changed after it was created",
  tooLarge: "This is larger than what is accepted",
  ruleBroken: "This change is not allowed in the present state",
  wrongCode: "The code you entered is incorrect",
  lastSuperAdmin: "There must be a super admin who can log in",
  switchedSession: "This can only be done by the user in person",
  accountClosed: "This account is disabled, locked or expired",
  notPrepared: "This has not been prepared yet",
  licenseRefused: "The licence code was not accepted",
  pauseNotAllowed: "The licence does not allow documentations to be handed over",
  documentationClosed: "The documentation is completed and takes no more from devices",
  uploadNotArrived: "The upload has not arrived yet",
  uploadMismatch: "What arrived is not what was signed for",
  notJpeg: "The file is not a JPEG photo",
  photoTruncated: "The photo is cut off before its end",
  photoTooLarge: "The photo has more than 100 megapixels",
  photoCorrupt: "The photo can not be read",
  photoEmpty: "The file is empty",
  photoUnsupported: "This kind of JPEG can not be shown by browsers and documents",
  linkUnknown: "This link is not known, or was taken back",
  linkExpired: "This link has expired",
  linkFull: "This link takes no more files",
  exportRefused:
    "A documentation that is handed over or fetched cannot be exported until it is completed again",
  noPhotosSelected: "No photos are selected",
  exportTypeRefused: "This document type is not available to you",
  storageChanged: "A stored object changed while it was read",
  unavailable: "A service this needs does not answer",
  internal: "Something went wrong on our side",
};

/** Thrown anywhere, answered in one place (worker/http/problems.ts). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Record<string, FieldFault> | undefined;
  /** Seconds after which the caller may try again; only with 429. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    details: { fields?: Record<string, FieldFault>; retryAfter?: number; message?: string } = {},
  ) {
    super(details.message ?? problemMessage[code]);
    this.name = "Problem";
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }

  get status() {
    return problemStatus[this.code];
  }

  get body(): ProblemBody {
    return { error: { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) } };
  }
}

export const problem = (...details: ConstructorParameters<typeof Problem>) => new Problem(...details);
