import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { keepPageOnMissedDrops } from "./missedDrops.ts";

keepPageOnMissedDrops();

test.each([
  ["files", ["Files"], true],
  ["text", ["text/plain"], false],
])(
  "dropzone#1101 metacatui#110 dropping %s beside a drop zone does not open it instead of the page",
  (_, types, isPrevented) => {
    render(<p>Form</p>);
    const paragraph = screen.getByText("Form");
    for (const create of [createEvent.dragOver, createEvent.drop]) {
      const event = create(paragraph, { dataTransfer: { types } });
      fireEvent(paragraph, event);
      expect(event.defaultPrevented).toBe(isPrevented);
    }
  },
);
