export * as capture from "./capture";
export * as documentation from "./documentation";
export * as session from "./session";
