import { longestAnswer } from "../../../../../domain/rules/answers";

/** Text answers are no longer than this (2§9). */
export const longestText = longestAnswer;
