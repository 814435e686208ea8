import CSSPropertyManager from "happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js";
import { builtinEnvironments, type Environment } from "vitest/runtime";

const { "happy-dom": happyDom } = builtinEnvironments;

/** happy-dom copies computed styles with structuredClone, which takes a fifteenth of the tests' time. */
CSSPropertyManager.prototype.clone = function () {
  const properties = Object.entries(this.properties).map(([name, property]) => [name, { ...property }]);
  return Object.assign(new CSSPropertyManager(), {
    properties: Object.fromEntries(properties),
    definedPropertyNames: { ...Reflect.get(this, "definedPropertyNames") },
  });
};

declare global {
  /** The window of a worker. A global, because this module is evaluated again for each test file. */
  var happyDomOfWorker: ReturnType<typeof happyDom.setup> | undefined;
}

/**
 * One happy-dom for all test files of a worker. React keeps the timers of the window it was loaded in: with a window per file,
 * nothing it schedules in the second file would run.
 */
export default {
  name: "one-happy-dom",
  viteEnvironment: "client",
  async setup(global, options) {
    globalThis.happyDomOfWorker ??= happyDom.setup(global, options);
    await globalThis.happyDomOfWorker;
    return { teardown() {} };
  },
} satisfies Environment;
