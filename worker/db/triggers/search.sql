-- Keeps the search index: search_text and search_text_group (FTS5, trigram, contentless: the texts live in their own tables, the index
-- holds postings only). search_entry gives each text its rowid: the customer in the upper bits and a counter in the lower 40, so that a
-- search within a customer is a range of rowids and never walks the postings of another.

-- Postings go with their entry. Deleting a documentation removes its entries by foreign key, so this is the one place.
CREATE TRIGGER search_entry_deleted AFTER DELETE ON search_entry BEGIN
  DELETE FROM search_text WHERE rowid = OLD.id;
END;

-- Sets the alias before indexing name and alias together, so that a new row is indexed once.
CREATE TRIGGER documentation_indexed AFTER INSERT ON documentation BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq AND alias IS NULL
      AND EXISTS (SELECT 1 FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name);
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce(max(id), NEW.customer_id << 40) + 1, NEW.seq, NEW.id FROM search_entry
      WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775;
  INSERT INTO search_text (rowid, text)
    SELECT e.id, d.name || char(10) || coalesce(d.alias, '') FROM search_entry e JOIN documentation d ON d.seq = NEW.seq WHERE e.source_id = NEW.id;
END;

-- Name and alias are one text. Read from the row: documentation_renamed (aliases.sql) may have set the alias already, and NEW holds the
-- old one then. SQLite fires the triggers of one event in no order to rely on.
CREATE TRIGGER documentation_reindexed AFTER UPDATE OF name, alias ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.alias IS NOT NEW.alias
BEGIN
  DELETE FROM search_text WHERE rowid = (SELECT id FROM search_entry WHERE source_id = NEW.id);
  INSERT INTO search_text (rowid, text)
    SELECT e.id, d.name || char(10) || coalesce(d.alias, '') FROM search_entry e JOIN documentation d ON d.seq = e.documentation_seq
      WHERE e.source_id = NEW.id;
END;

-- Each tag is a text of its own.
CREATE TRIGGER documentation_tag_indexed AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.tag FROM search_entry WHERE source_id = NEW.id;
END;

CREATE TRIGGER documentation_tag_unindexed AFTER DELETE ON documentation_tag BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;

-- Answers; a task without one has no entry.
CREATE TRIGGER documentation_task_indexed AFTER INSERT ON documentation_task WHEN NEW.answer <> '' BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.answer FROM search_entry WHERE source_id = NEW.id;
END;

-- Written anew under a new rowid: the answer changed, or the task moved to another documentation (a merge).
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  DELETE FROM search_entry WHERE source_id = NEW.id;
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id AND NEW.answer <> '';
  INSERT INTO search_text (rowid, text) SELECT id, NEW.answer FROM search_entry WHERE source_id = NEW.id;
END;

CREATE TRIGGER documentation_task_unindexed AFTER DELETE ON documentation_task BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;

-- A photo's name and comment are one text.
CREATE TRIGGER photo_indexed AFTER INSERT ON photo BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.name || char(10) || coalesce(NEW.comment, '') FROM search_entry WHERE source_id = NEW.id;
END;

-- Written anew under a new rowid: a text changed, or the photo moved to another documentation (a merge).
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  DELETE FROM search_entry WHERE source_id = NEW.id;
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.name || char(10) || coalesce(NEW.comment, '') FROM search_entry WHERE source_id = NEW.id;
END;

CREATE TRIGGER photo_unindexed AFTER DELETE ON photo BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;

-- Groups have an index of their own: the rowid is the group's id, numbered like search_entry's.
CREATE TRIGGER documentation_group_indexed AFTER INSERT ON documentation_group BEGIN
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;

-- A group's name never changes: another name is another group.
CREATE TRIGGER documentation_group_reindexed AFTER UPDATE OF alias ON documentation_group WHEN OLD.alias IS NOT NEW.alias BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;

CREATE TRIGGER documentation_group_unindexed AFTER DELETE ON documentation_group BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
END;
