import { describe, expect, it } from "vitest";
import { destinationPaths } from "./destinationPaths.ts";

describe("paths at destinations", () => {
  it("O10 rclone#6653 files of a replaced folder stay together, and no file takes the name of another", () => {
    expect(
      destinationPaths("SHAREPOINT", [
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

  it("O10 rclone#6653 accepted paths are not changed, and the same paths give the same ones again", () => {
    const paths = ["a/b.jpg", "plan.part", "plan_part", "PLAN_PART.txt"];
    const acceptedPaths = destinationPaths("WEBDAV", paths);
    expect(acceptedPaths).toEqual(["a/b.jpg", "plan_part (2)", "plan_part", "PLAN_PART.txt"]);
    expect(destinationPaths("WEBDAV", paths)).toEqual(acceptedPaths);
    expect(destinationPaths("WEBDAV", acceptedPaths)).toEqual(acceptedPaths);
    expect(destinationPaths("EMAIL", paths)).toEqual(paths);
  });
});
