import config from "../../vitest.config.ts";

const name = process.env.MUTATION_PROJECT;
const project = config.test?.projects?.find(
  (candidate) => typeof candidate === "object" && "test" in candidate && candidate.test?.name === name,
);
if (typeof project !== "object" || !("test" in project)) throw new Error(`No project is called ${name}`);
const tests = process.env.MUTATION_TESTS;

/** A project of the tests on its own: Stryker cannot choose one of several. */
export default tests ? { ...project, test: { ...project.test, include: tests.split(" ") } } : project;
