import { type Grants, hasAuthority } from "#domain/access/authorities.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";

/** Whether the session can resume a handed-over documentation, or take it over from whoever fetched it (2§4). */
export const canResume = (grants: Grants, { status }: { status: DocumentationStatus }): boolean =>
  (status === "PAUSED" || status === "DOWNLOADED") && hasAuthority(grants, "ROLE_CREATE_DOCUMENTATION");

/** The page that resumes a documentation; local drafts use the same page. */
export const resumePath = (id: string): string => `/documentation/${id}`;

/** Navigation state set by a Resume button, so that the page does not ask again. */
export const resumeState = { resume: true } as const;

export const isResumeState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "resume" in state && state.resume === true;
