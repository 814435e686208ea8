import type { AnswerOf } from "../../../../domain/endpoint";
import type { getTwoFactorAuthenticationValues } from "../../../../domain/endpoints/profile";

export type SecondFactor = AnswerOf<typeof getTwoFactorAuthenticationValues>;

/** How a second factor stands: an authenticator gives the codes, has yet to be activated, or the codes come by mail. */
export const stateOf = ({ type, hasSecret }: SecondFactor): "active" | "waiting" | "mail" =>
  type === "EMAIL" ? "mail" : hasSecret ? "active" : "waiting";
