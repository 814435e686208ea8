import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createMigratedDatabase } from "../support/builtDatabase.ts";
import { readMigrations } from "../support/migrate.ts";
import { readTriggers, type Trigger } from "../support/triggers.ts";

/** A database whose triggers were created in this order; SQLite currently fires those of one event in reverse. */
async function databaseWith(triggers: readonly Trigger[]): Promise<DatabaseSync> {
  const database = createMigratedDatabase(await readMigrations());
  database.exec("PRAGMA foreign_keys = ON");
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  for (const { sql } of triggers) database.exec(sql);
  return database;
}

const instant = "2026-03-04T05:06:07Z";

/**
 * The life of a documentation: captured, renamed, moved, exported, hidden, shown, deleted; with aliases, tags and suggestions.
 */
const story = `
  INSERT INTO customer (id, name, date_created) VALUES (1, 'c', '${instant}');
  INSERT INTO template (id, customer_id, name, export_document_types, date_created, last_updated)
    VALUES ('t1', 1, 'one', '[]', '${instant}', '${instant}'), ('t2', 1, 'two', '[]', '${instant}', '${instant}');
  INSERT INTO documentation_alias (id, customer_id, name, alias, date_created) VALUES ('a1', 1, 'North', 'Nord', '${instant}'), ('a2', 1, 'South', 'Syd', '${instant}');
  INSERT INTO documentation_tag_configuration (id, customer_id, name, tag, date_created)
    VALUES ('g1', 1, 'North', 'Arctic', '${instant}'), ('g2', 1, 'South', 'Warm', '${instant}'), ('g3', 1, 'South', 'North', '${instant}');
  INSERT INTO suggestion_list (id, customer_id, name, type, delete_suggestion_if_documentation_exists, date_created)
    VALUES ('s1', 1, 'list', 'DOCUMENTATION_NAMES', 1, '${instant}');
  INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, date_created) VALUES ('u1', 1, 's1', 'North', '${instant}'), ('u2', 1, 's1', 'South', '${instant}');
  INSERT INTO documentation (id, customer_id, template_id, name, creator, date_created, last_updated)
    VALUES ('d1', 1, 't1', 'North', 'x', '${instant}', '${instant}'), ('d2', 1, 't1', 'East', 'x', '${instant}', '${instant}'), ('d3', 1, 't2', 'North', 'x', '${instant}', '${instant}');
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag) VALUES ('k1', 1, 'd2', 'North');
  INSERT INTO photo (id, customer_id, documentation_id, name, creator, has_data, data_size, date_created, last_updated)
    VALUES ('p1', 1, 'd1', 'Roof', 'x', 1, 100, '${instant}', '${instant}');
  UPDATE documentation SET name = 'South', template_id = 't2' WHERE id = 'd1';
  UPDATE photo SET documentation_id = 'd2', comment = 'Rust' WHERE id = 'p1';
  INSERT INTO export_event (id, customer_id, documentation_id, export_configuration_name, type, username, success, date_created)
    VALUES ('e1', 1, 'd2', 'zip', 'ZIP', 'x', 1, '${instant}');
  UPDATE documentation SET lat = 59.3, lng = 18.05 WHERE id IN ('d1', 'd2', 'd3');
  UPDATE documentation SET hidden = 1 WHERE id = 'd2';
  UPDATE documentation SET hidden = 0, name = 'North' WHERE id = 'd2';
  UPDATE documentation_alias SET alias = 'Norr' WHERE id = 'a1';
  UPDATE documentation_tag_configuration SET tag = 'Cold' WHERE id = 'g1';
  UPDATE documentation SET status = 'DELETED' WHERE id = 'd3';
  DELETE FROM documentation WHERE id = 'd3';
`;

const stateQueries = {
  documentations:
    "SELECT id, name, alias, uploaded_photos, data_size, exported FROM documentation ORDER BY id",
  totals: "SELECT documentations, photos, bytes FROM customer_total",
  statistics:
    "SELECT template_id, status, hidden, exported, documentations, photos, bytes FROM documentation_statistics WHERE documentations <> 0 ORDER BY 1, 2, 3",
  tiles:
    "SELECT y, x, status, hidden, documentations, lat, lng FROM documentation_tile WHERE documentations <> 0 ORDER BY 3",
  tags: "SELECT documentation_id, tag, source FROM documentation_tag ORDER BY 1, 2",
  groups: "SELECT name, alias, documentations, tagged, exported FROM documentation_group ORDER BY name",
  members:
    "SELECT name, template_id, documentation_seq, tagged, exported FROM documentation_group_member ORDER BY 1, 2, 3",
  suggestions: "SELECT text FROM suggestion ORDER BY text",
};

function runStory(database: DatabaseSync) {
  database.exec(story);
  const terms = ["Nord", "Norr", "Syd", "South", "East", "Arctic", "Cold", "Warm", "Roof", "Rust"];
  database.exec("DELETE FROM search_pending");
  const find = database.prepare(
    "SELECT rowid & 1099511627775 AS seq FROM search_text WHERE search_text MATCH ? ORDER BY 1",
  );
  return {
    ...Object.fromEntries(
      Object.entries(stateQueries).map(([name, sql]) => [name, database.prepare(sql).all()]),
    ),
    found: terms.map((term) => [term, ...find.all(`"${term}"`).map(({ seq }) => seq)]),
  };
}

it("design§D1 triggers give the same result, whatever the order in which SQLite fires those of one event", async () => {
  const triggers = await readTriggers();
  const forward = runStory(await databaseWith(triggers));
  expect(runStory(await databaseWith([...triggers].reverse()))).toEqual(forward);
  expect(forward).toMatchObject({
    documentations: [
      { id: "d1", name: "South", alias: "Syd", uploaded_photos: 0, data_size: 0, exported: 0 },
      { id: "d2", name: "North", alias: "Norr", uploaded_photos: 1, data_size: 100, exported: 1 },
    ],
    totals: [{ documentations: 2, photos: 1, bytes: 100 }],
    tiles: [
      {
        y: expect.any(Number),
        x: 1126,
        status: "ONGOING",
        hidden: 0,
        documentations: 2,
        lat: 118_600_000,
        lng: 36_100_000,
      },
    ],
    suggestions: [],
    found: expect.arrayContaining([
      ["Nord"],
      ["Norr", 2],
      ["Syd", 1],
      ["East"],
      ["Arctic"],
      ["Cold", 2],
      ["Warm", 1],
      ["Roof", 2],
    ]),
  });
});
