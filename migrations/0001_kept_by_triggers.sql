-- What is kept by the database itself: totals, statistics, aliases and the search index.

-- Totals and statistics -------------------------------------------------------------------------------------------

CREATE TRIGGER customer_inserted AFTER INSERT ON customer BEGIN
  INSERT INTO customer_total (customer_id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_counted AFTER INSERT ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations + 1, photos = photos + NEW.uploaded_photos, bytes = bytes + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_recounted AFTER UPDATE OF template_id, date_created, status, hidden, uploaded_photos, data_size ON documentation BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size);
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_uncounted AFTER DELETE ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id;
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden;
END;
--> statement-breakpoint
CREATE TRIGGER photo_counted AFTER INSERT ON photo WHEN NEW.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos + 1, data_size = data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_recounted AFTER UPDATE OF has_data, data_size, documentation_id ON photo
  WHEN OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - OLD.has_data, data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET uploaded_photos = uploaded_photos + NEW.has_data, data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_uncounted AFTER DELETE ON photo WHEN OLD.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1, data_size = data_size - OLD.data_size
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_counted AFTER INSERT ON file WHEN NEW.has_data BEGIN
  UPDATE documentation SET data_size = data_size + NEW.data_size WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_recounted AFTER UPDATE OF has_data, data_size, documentation_id ON file
  WHEN OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_uncounted AFTER DELETE ON file WHEN OLD.has_data BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER export_event_noted AFTER INSERT ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;
--> statement-breakpoint
CREATE TRIGGER export_event_ended AFTER UPDATE OF success ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;
--> statement-breakpoint

-- Aliases ---------------------------------------------------------------------------------------------------------

CREATE TRIGGER documentation_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_renamed AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq;
END;
--> statement-breakpoint

-- Search ----------------------------------------------------------------------------------------------------------
-- Contentless: the texts live in their own tables, the index holds postings only.

CREATE VIRTUAL TABLE search_text USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER search_entry_deleted AFTER DELETE ON search_entry BEGIN
  DELETE FROM search_text WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- The alias comes first: the row's own trigger indexes the name together with it.
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
--> statement-breakpoint
CREATE TRIGGER documentation_reindexed AFTER UPDATE OF name, alias ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.alias IS NOT NEW.alias
BEGIN
  DELETE FROM search_text WHERE rowid = (SELECT id FROM search_entry WHERE source_id = NEW.id);
  INSERT INTO search_text (rowid, text)
    SELECT id, NEW.name || char(10) || coalesce(NEW.alias, '') FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_indexed AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.tag FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_unindexed AFTER DELETE ON documentation_tag BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_indexed AFTER INSERT ON documentation_task WHEN NEW.answer <> '' BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.answer FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  DELETE FROM search_entry WHERE source_id = NEW.id;
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id AND NEW.answer <> '';
  INSERT INTO search_text (rowid, text) SELECT id, NEW.answer FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_unindexed AFTER DELETE ON documentation_task BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_indexed AFTER INSERT ON photo BEGIN
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.name || char(10) || coalesce(NEW.comment, '') FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  DELETE FROM search_entry WHERE source_id = NEW.id;
  INSERT INTO search_entry (id, documentation_seq, source_id)
    SELECT coalesce((SELECT max(id) FROM search_entry WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1, d.seq, NEW.id
      FROM documentation d WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id;
  INSERT INTO search_text (rowid, text) SELECT id, NEW.name || char(10) || coalesce(NEW.comment, '') FROM search_entry WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_unindexed AFTER DELETE ON photo BEGIN
  DELETE FROM search_entry WHERE source_id = OLD.id;
END;
--> statement-breakpoint

-- The audit log ---------------------------------------------------------------------------------------------------

CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
END;
