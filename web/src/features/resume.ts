import { type Grants, hasAuthority } from "#domain/access/authorities.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";

/** Whether somebody may go on with a documentation that was handed over, or take it over from whoever has it (2§4). */
export const canResume = (grants: Grants, { status }: { status: DocumentationStatus }): boolean =>
  (status === "PAUSED" || status === "DOWNLOADED") && hasAuthority(grants, "ROLE_CREATE_DOCUMENTATION");

/** Where it is gone on with: the same page as a draft of this browser. */
export const resumePath = (id: string): string => `/documentation/${id}`;

/** State of a navigation by a button that goes on: the page need not ask again. */
export const resumeState = { goOn: true } as const;

export const isResumeState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "goOn" in state && state.goOn === true;
