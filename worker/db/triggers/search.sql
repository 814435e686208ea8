-- Maintains the search indexes: search_text with a row for each documentation, search_text_group with one for each group, and
-- search_text_folded and search_text_folded_group with the same texts folded for words (FTS5, trigram, contentless: the texts stay in their tables, the indexes only have postings). Their rowids have the customer in the upper bits, so that a
-- search within a customer is a range and never reads the postings of another; search_text has the documentation's seq in the lower 40.
-- All texts of a documentation are one row: name, alias, tags, answers, names and both comments of photos, names of files. Each change of one of them would
-- rewrite that row, so it is only removed from the index and recorded in search_pending; worker/db/schema/search.ts describes when it is
-- indexed again. WHERE NOT EXISTS instead of OR IGNORE: inside a trigger, the conflict clause of the firing statement applies instead.

CREATE TRIGGER search_waiting_left_index AFTER INSERT ON search_pending BEGIN
  DELETE FROM search_text WHERE rowid = NEW.id;
  DELETE FROM search_text_folded WHERE rowid = NEW.id;
END;

-- Indexes the documentation again, unless it was deleted. Equal texts are included once. worker/listQuery/search.ts compares the same texts,
-- and domain/core/text/searchTerms.ts folds words the same way. The two line feeds at the end give the last characters trigrams that begin
-- with them. LIMIT keeps SQLite from flattening the subqueries, which would fold each text several times.
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
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), 'İ', 'i'), 'ı', 'i'), 'ß', 'ss'), 'ẞ', 'ss'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') || coalesce(char(10) || p.review_comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id
      UNION SELECT f.name FROM file f WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id) x LIMIT -1) z LIMIT -1) y)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
END;

-- Also sets the alias.
CREATE TRIGGER documentation_indexed AFTER INSERT ON documentation BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq AND alias IS NULL
      AND EXISTS (SELECT 1 FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name);
  INSERT INTO search_pending (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;

CREATE TRIGGER documentation_reindexed AFTER UPDATE OF name, alias ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.alias IS NOT NEW.alias
BEGIN
  INSERT INTO search_pending (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;

CREATE TRIGGER documentation_unindexed AFTER DELETE ON documentation BEGIN
  DELETE FROM search_pending WHERE id = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text_folded WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
END;

CREATE TRIGGER documentation_tag_indexed AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

-- Does nothing if the documentation is being deleted with its tags; the same for tasks and photos.
CREATE TRIGGER documentation_tag_unindexed AFTER DELETE ON documentation_tag BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER documentation_task_indexed AFTER INSERT ON documentation_task WHEN NEW.answer <> '' BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

-- A merge moves tasks and photos to another documentation.
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER documentation_task_unindexed AFTER DELETE ON documentation_task WHEN OLD.answer <> '' BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER photo_indexed AFTER INSERT ON photo BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, review_comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.review_comment IS NOT NEW.review_comment
    OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER photo_unindexed AFTER DELETE ON photo BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

CREATE TRIGGER file_indexed AFTER INSERT ON file BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

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

CREATE TRIGGER file_unindexed AFTER DELETE ON file BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;

-- Groups have their own indexes, whose rowid is the group's id.
CREATE TRIGGER documentation_group_indexed AFTER INSERT ON documentation_group BEGIN
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, '') || char(10, 10));
  INSERT INTO search_text_folded_group (rowid, text) SELECT NEW.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), 'İ', 'i'), 'ı', 'i'), 'ß', 'ss'), 'ẞ', 'ss'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (SELECT NEW.name || char(10) || coalesce(NEW.alias, '') AS text) x LIMIT -1) z LIMIT -1) y);
END;

-- A group's name never changes: a different name is a different group.
CREATE TRIGGER documentation_group_reindexed AFTER UPDATE OF alias ON documentation_group WHEN OLD.alias IS NOT NEW.alias BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  DELETE FROM search_text_folded_group WHERE rowid = OLD.id;
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, '') || char(10, 10));
  INSERT INTO search_text_folded_group (rowid, text) SELECT NEW.id, (SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(z.folded, '0 ', '0'), ' 0', '0'), '1 ', '1'), ' 1', '1'), '2 ', '2'), ' 2', '2'), '3 ', '3'), ' 3', '3'), '4 ', '4'), ' 4', '4'), '5 ', '5'), ' 5', '5'), '6 ', '6'), ' 6', '6'), '7 ', '7'), ' 7', '7'), '8 ', '8'), ' 8', '8'), '9 ', '9'), ' 9', '9') AS compact FROM (
          SELECT ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(x.text, 'å', 'a'), 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'Å', 'a'), 'Ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'ö', 'o'), 'ø', 'o'), 'ó', 'o'), 'ô', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ü', 'u'), 'ú', 'u'), 'Ü', 'u'), 'Ú', 'u'), 'í', 'i'), 'Í', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ç', 'c'), 'Ç', 'c'), 'İ', 'i'), 'ı', 'i'), 'ß', 'ss'), 'ẞ', 'ss'), char(45), ' '), char(8208), ' '), char(8209), ' '), char(8211), ' '), char(8212), ' '), char(8722), ' '), char(160), ' '), char(8239), ' '), char(9), ' '), '  ', ' '), '  ', ' '), char(10), char(10) || ' ') AS folded FROM (SELECT NEW.name || char(10) || coalesce(NEW.alias, '') AS text) x LIMIT -1) z LIMIT -1) y);
END;

CREATE TRIGGER documentation_group_unindexed AFTER DELETE ON documentation_group BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  DELETE FROM search_text_folded_group WHERE rowid = OLD.id;
END;
