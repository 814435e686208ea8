-- Changes rows of: search_pending, search_text, search_text_group
-- The indexes of folded texts, for words; the vocabularies find the trigrams that begin with one or two characters.
CREATE VIRTUAL TABLE search_text_folded USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_folded_group USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_trigram USING fts5vocab (search_text, instance);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_group_trigram USING fts5vocab (search_text_group, instance);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_folded_trigram USING fts5vocab (search_text_folded, instance);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_folded_group_trigram USING fts5vocab (search_text_folded_group, instance);
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER search_waiting_left_index;
--> statement-breakpoint
DROP TRIGGER search_waiting_joined_index;
--> statement-breakpoint
DROP TRIGGER documentation_unindexed;
--> statement-breakpoint
DROP TRIGGER documentation_group_indexed;
--> statement-breakpoint
DROP TRIGGER documentation_group_reindexed;
--> statement-breakpoint
DROP TRIGGER documentation_group_unindexed;
--> statement-breakpoint
-- All documentations are indexed again in the background (worker/listQuery/searchIndex.ts); until then, searches read their texts.
INSERT INTO search_text (search_text) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO search_pending (id) SELECT (customer_id << 40) + seq FROM documentation
  WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (customer_id << 40) + seq);
--> statement-breakpoint
INSERT INTO search_text_group (search_text_group) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO search_text_group (rowid, text) SELECT id, name || char(10) || coalesce(alias, '') || char(10, 10) FROM documentation_group;
--> statement-breakpoint
INSERT INTO search_text_folded_group (rowid, text) SELECT g.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (SELECT g.name || char(10) || coalesce(g.alias, '') AS text) x LIMIT -1) z LIMIT -1) y) FROM documentation_group g;
--> statement-breakpoint
CREATE TRIGGER search_waiting_left_index AFTER INSERT ON search_pending BEGIN
  DELETE FROM search_text WHERE rowid = NEW.id;
  DELETE FROM search_text_folded WHERE rowid = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_waiting_joined_index AFTER DELETE ON search_pending BEGIN
  DELETE FROM search_text WHERE rowid = OLD.id;
  DELETE FROM search_text_folded WHERE rowid = OLD.id;
  INSERT INTO search_text (rowid, text)
    SELECT OLD.id, (SELECT group_concat(x.text, char(10)) || char(10, 10) FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') || coalesce(char(10) || p.review_comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id
      UNION SELECT f.name FROM file f WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id) x)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
  INSERT INTO search_text_folded (rowid, text)
    SELECT OLD.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') || coalesce(char(10) || p.review_comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id
      UNION SELECT f.name FROM file f WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id) x LIMIT -1) z LIMIT -1) y)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_unindexed AFTER DELETE ON documentation BEGIN
  DELETE FROM search_pending WHERE id = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text_folded WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_indexed AFTER INSERT ON documentation_group BEGIN
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, '') || char(10, 10));
  INSERT INTO search_text_folded_group (rowid, text) SELECT NEW.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (SELECT NEW.name || char(10) || coalesce(NEW.alias, '') AS text) x LIMIT -1) z LIMIT -1) y);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_reindexed AFTER UPDATE OF alias ON documentation_group WHEN OLD.alias IS NOT NEW.alias BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  DELETE FROM search_text_folded_group WHERE rowid = OLD.id;
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, '') || char(10, 10));
  INSERT INTO search_text_folded_group (rowid, text) SELECT NEW.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (SELECT NEW.name || char(10) || coalesce(NEW.alias, '') AS text) x LIMIT -1) z LIMIT -1) y);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_unindexed AFTER DELETE ON documentation_group BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  DELETE FROM search_text_folded_group WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER file_indexed AFTER INSERT ON file BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER file_reindexed AFTER UPDATE OF name, documentation_id ON file
  WHEN OLD.name <> NEW.name OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER file_unindexed AFTER DELETE ON file BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
