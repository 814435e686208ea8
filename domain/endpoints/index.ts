export * as capture from "./capture";
export * as customer from "./customer";
export * as documentation from "./documentation";
export * as job from "./job";
export * as log from "./log";
export * as profile from "./profile";
export * as session from "./session";
