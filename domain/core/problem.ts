import { isOneOf, keysOf } from "./objects.ts";

/**
 * The catalogue of errors. Clients and translations depend on the code; the HTTP status follows from it. A call with a session
 * responds only with 401, 403, 404, 422 and 500, because the console logs the user out on any other error status (1§8). 400 and 429
 * are for calls without a session.
 */
export const problemStatus = {
  // Sessions (1§4, 1§8)
  secondFactorRequired: 400,
  codeMailed: 400,
  passkeyRequired: 400,
  secondFactorSetupRequired: 400,
  loginFailed: 401,
  passwordExpired: 401,
  authenticatorUnreadable: 401,
  notLoggedIn: 401,
  sessionEnded: 401,
  ticketInvalid: 401,
  forbidden: 403,
  photoBlurred: 403,
  notFound: 404,
  tooManyAttempts: 429,
  // Input
  malformedBody: 422,
  invalid: 422,
  staleVersion: 422,
  inUse: 422,
  onlyLicense: 422,
  duplicate: 422,
  tooLarge: 422,
  ruleBroken: 422,
  customerMoving: 422,
  // Idempotency keys
  idempotencyKeyReused: 422,
  callInProgress: 422,
  callInterrupted: 422,
  // Users and their sessions (1§4, 1§5, 3§4)
  wrongCode: 422,
  passkeyRefused: 422,
  tooManyPasskeys: 422,
  lastSuperAdmin: 422,
  switchedSession: 422,
  accountClosed: 422,
  attemptsExhausted: 422,
  confirmationRequired: 422,
  // Background work
  notPrepared: 422,
  // Devices and uploads (2§4, 2§7)
  licenseRefused: 401,
  licenseExpired: 401,
  licenseUnknown: 401,
  pauseNotAllowed: 422,
  documentationClosed: 422,
  notHandedOver: 422,
  fetchedByOther: 422,
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
  // Retakes
  retakeEnded: 422,
  samePhoto: 422,
  // Exports
  exportRefused: 422,
  noExportConfiguration: 422,
  userParamMissing: 422,
  noFilesSelected: 422,
  unhandledFileTasks: 422,
  requiredTasksNotCompleted: 422,
  noPhotosSelected: 422,
  exportTypeRefused: 422,
  tooManyPhotos: 422,
  tooManyDocuments: 422,
  tooManyInZip: 422,
  tooManyPhotosInZip: 422,
  layoutFaulty: 422,
  storageChanged: 422,
  // The service itself
  unavailable: 500,
  misconfigured: 500,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof problemStatus;
export const isProblemCode = (code: unknown): code is ProblemCode => isOneOf(keysOf(problemStatus), code);

/** A validation error of one field, translated by the console as `field.<code>`. */
export const fieldErrors = [
  "required",
  "unknown",
  "readOnly",
  "tooLong",
  "tooShort",
  "tooSmall",
  "tooLarge",
  "wrongType",
  "notNumber",
  "notWholeNumber",
  "invalid",
  "notAllowed",
  // Cells beyond the columns of an import
  "extraColumns",
  // A semicolon, which separates the choices of an answer, inside one of them (3§5)
  "semicolon",
  "duplicate",
  "notFound",
  // Report layouts: an INSERT that leads back to its own layout
  "circle",
  // Report layouts: a word in braces that is neither a placeholder nor a replacement code
  "unknownPlaceholder",
  // Passwords (1§5)
  "noMatch",
  "noCapital",
  "noSpecial",
  "containsName",
  "common",
  // Licence codes
  "guessable",
  // Images: incomplete, too many pixels, or a PNG variant that only Apple's programs read
  "damagedImage",
  "imageTooLarge",
  "applePng",
  // Dates that depend on another date or on today (1§5)
  "afterEnd",
  "beforeStart",
  "inFuture",
] as const;
export type FieldError = (typeof fieldErrors)[number];

/** The body of every error response. */
export interface ProblemBody {
  error: {
    code: ProblemCode;
    message: string;
    fields?: Record<string, FieldError>;
    /** Names of the rows that block the operation. */
    names?: readonly string[];
    /** Rows that depend on the row that cannot be deleted; only the first few if there are many. */
    uses?: readonly Dependent[];
    /** With `fetchedByOther`: who fetched the documentation, on which device, and when. */
    fetched?: FetchedBy;
  };
}

export type DependentKind =
  | "customer"
  | "device"
  | "documentation"
  | "documentationAlias"
  | "documentationTagConfiguration"
  | "documentationTaskFilter"
  | "exportConfiguration"
  | "exportDocumentConfiguration"
  | "expectedAnswerList"
  | "graphic"
  | "license"
  | "photoAlias"
  | "predefinedConfiguration"
  | "referencePhoto"
  | "suggestionList"
  | "template"
  | "user";

/** A row that depends on another. */
export interface Dependent {
  kind: DependentKind;
  id: string;
  name: string;
}

/** The fetch of a handed-over documentation. */
export interface FetchedBy {
  creator: string;
  /** `N/A` if fetched in the portal. */
  deviceId: string;
  /** YYYY-MM-DDTHH:mm:ssZ. */
  dateCreated: string;
}

/** English messages for people who read responses without the console, which has its own texts in both languages. */
export const problemMessage: Record<ProblemCode, string> = {
  secondFactorRequired: "Enter a one-time code from the authenticator app",
  codeMailed: "Enter the one-time code that was just emailed",
  passkeyRequired: "Use a passkey, or enter a recovery code",
  secondFactorSetupRequired:
    "Two-factor authentication is required, and you have no email address for codes. Set up an authenticator app.",
  loginFailed: "Wrong username or password",
  passwordExpired: "The password has expired. Choose a new one.",
  authenticatorUnreadable:
    "Your authenticator cannot be checked, because the service's encryption key has changed. Ask a super admin to reset it.",
  notLoggedIn: "You are not logged in",
  sessionEnded: "Your session has ended. Log in again.",
  ticketInvalid: "This download link is invalid or has expired",
  forbidden: "You do not have permission to do this",
  notFound: "Not found",
  tooManyAttempts: "Too many attempts. Try again later.",
  malformedBody: "The body is not the JSON that this call accepts",
  invalid: "Some fields are invalid",
  staleVersion: "Someone else has changed this in the meantime",
  inUse: "This is in use elsewhere",
  onlyLicense:
    "Some templates are restricted to this licence alone, and would become available to all without it",
  duplicate: "This already exists",
  tooLarge: "This is too large",
  ruleBroken: "This change is not allowed right now",
  customerMoving:
    "Nothing can be saved for a few seconds, because the data is being moved to another database. Try again.",
  idempotencyKeyReused: "This idempotency key has already been used with a different input",
  callInProgress: "The same call is still in progress. Try again.",
  callInterrupted:
    "An earlier attempt was interrupted. Check whether it was carried out before you repeat it.",
  wrongCode: "The code you entered is incorrect",
  passkeyRefused: "The passkey could not be verified",
  tooManyPasskeys: "You cannot have more passkeys. Remove one first.",
  lastSuperAdmin: "At least one super admin must be able to log in",
  switchedSession: "Only the user themselves can do this. Switch back first.",
  accountClosed: "This account is disabled, locked or expired",
  attemptsExhausted: "Too many attempts. Try again in 15 minutes.",
  confirmationRequired: "Confirm that it is you first",
  notPrepared: "This is not ready yet, or is no longer available",
  licenseRefused: "The licence code was not accepted",
  licenseExpired: "The licence has expired. Keep the captured data until it is extended.",
  licenseUnknown:
    "The licence has been deleted, or its code has changed. Keep the captured data until the device has a valid code.",
  pauseNotAllowed: "The licence does not allow documentations to be handed over",
  documentationClosed: "This documentation is completed and accepts nothing more from devices",
  notHandedOver: "This documentation has not been handed over",
  fetchedByOther: "Someone else has fetched this documentation. Fetch it to continue with their changes.",
  uploadNotArrived: "The upload has not arrived yet",
  uploadMismatch: "The uploaded file does not match the original",
  notJpeg: "The file is not a JPEG photo",
  photoTruncated: "The photo is incomplete",
  photoTooLarge: "The photo is larger than 250 megapixels, or than 100 with colours for print (CMYK)",
  photoCorrupt: "The photo is damaged and cannot be read",
  photoEmpty: "The file is empty",
  photoUnsupported: "Browsers and documents cannot show this kind of JPEG",
  linkUnknown: "This link does not exist or has been revoked",
  linkExpired: "This link has expired",
  linkFull: "This link cannot receive more files",
  retakeEnded: "This is no longer needed",
  photoBlurred: "Part of this photo is blurred. Only users who can edit photos can download it unblurred.",
  samePhoto: "This is the photo that was sent back. Take a new one.",
  exportRefused:
    "A documentation that has been handed over or fetched cannot be exported until it is completed again",
  noExportConfiguration: "No export configuration is selected",
  userParamMissing: "Something that the export configuration requires is not filled in",
  noFilesSelected: "No files are selected",
  unhandledFileTasks: "Some tasks are still waiting for a file",
  requiredTasksNotCompleted: "Some required tasks are not completed",
  noPhotosSelected: "No photos are selected",
  exportTypeRefused: "You do not have access to this document type",
  tooManyPhotos:
    "A document with this many photos is created in the background. Request it with exportDocument/createExportDocumentJob.",
  tooManyDocuments: "Several documents are already being created for you. Wait until one is done.",
  tooManyInZip: "A zip can contain at most 2000 documentations",
  tooManyPhotosInZip: "A zip can contain at most 20 000 photos",
  layoutFaulty: "This report layout has errors that must be corrected before it can be used",
  storageChanged: "A stored photo or file changed while it was being read. Try again.",
  unavailable: "A service that this depends on is not responding. Try again later.",
  misconfigured: "The service is not fully configured. The operator can find the reason in the log.",
  internal: "Something went wrong on our side",
};

/** An error that can be thrown anywhere; worker/http/problems.ts turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Record<string, FieldError> | undefined;
  readonly names: readonly string[] | undefined;
  readonly uses: readonly Dependent[] | undefined;
  readonly fetched: FetchedBy | undefined;
  /** Seconds after which the caller can retry; only with tooManyAttempts, customerMoving and callInProgress. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    details: {
      fields?: Record<string, FieldError>;
      names?: readonly string[];
      uses?: readonly Dependent[];
      fetched?: FetchedBy;
      retryAfter?: number;
      message?: string;
    } = {},
  ) {
    super(details.message ?? problemMessage[code]);
    this.name = "Problem";
    this.code = code;
    this.fields = details.fields;
    this.names = details.names;
    this.uses = details.uses;
    this.fetched = details.fetched;
    this.retryAfter = details.retryAfter;
  }

  get status() {
    return problemStatus[this.code];
  }

  get body(): ProblemBody {
    const { code, message, fields, names, uses, fetched } = this;
    return {
      error: {
        code,
        message,
        ...(fields && { fields }),
        ...(names && { names }),
        ...(uses && uses.length > 0 && { uses }),
        ...(fetched && { fetched }),
      },
    };
  }
}

export const problem = (...details: ConstructorParameters<typeof Problem>) => new Problem(...details);
