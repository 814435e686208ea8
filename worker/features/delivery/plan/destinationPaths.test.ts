import { describe, expect, it } from "vitest";
import { toDestinationPaths } from "./destinationPaths.ts";

describe("paths at destinations", () => {
  it("O10 rclone#6653 keep the files of a replaced folder together, and give no file the name of another", () => {
    expect(
      toDestinationPaths("SHAREPOINT", [
        "Forms/~$a.docx",
        "Forms/_$a.docx",
        "_Forms/_$a.docx",
        "Mast/Forms/a_vti_b.jpg",
        "Mast/Forms/a_vti-b.jpg",
      ]),
    ).toEqual([
      "_Forms (2)/_$a.docx",
      "_Forms (2)/_$a (2).docx",
      "_Forms/_$a.docx",
      "Mast/Forms/a_vti-b (2).jpg",
      "Mast/Forms/a_vti-b.jpg",
    ]);
  });

  it("O10 rclone#6653 are not changed if they are accepted, and the same paths always give the same result", () => {
    const paths = ["a/b.jpg", "plan.part", "plan_part", "PLAN_PART.txt"];
    const acceptedPaths = toDestinationPaths("WEBDAV", paths);
    expect(acceptedPaths).toEqual(["a/b.jpg", "plan_part (2)", "plan_part", "PLAN_PART.txt"]);
    expect(toDestinationPaths("WEBDAV", paths)).toEqual(acceptedPaths);
    expect(toDestinationPaths("WEBDAV", acceptedPaths)).toEqual(acceptedPaths);
    expect(toDestinationPaths("EMAIL", paths)).toEqual(paths);
  });
});
