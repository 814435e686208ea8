-- From worker/db/triggers, where each trigger is explained.
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
CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
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
CREATE TRIGGER export_document_deleted AFTER DELETE ON export_document BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  VALUES ('customers/' || OLD.customer_id || '/exportDocuments/' || OLD.id || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_counted AFTER INSERT ON documentation_group_member BEGIN
  INSERT INTO documentation_group_template (customer_id, name, template_id, documentations, latest)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, 1, NEW.date_created)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, latest = max(latest, excluded.latest);
  UPDATE documentation_group SET documentations = documentations + 1, tagged = tagged + NEW.tagged, exported = exported + NEW.exported,
    latest = max(latest, NEW.date_created) WHERE customer_id = NEW.customer_id AND name = NEW.name;
  INSERT INTO documentation_group (id, customer_id, name, alias, documentations, tagged, exported, latest)
    SELECT coalesce((SELECT max(id) FROM documentation_group
        WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1,
      NEW.customer_id, NEW.name,
      (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name), 1, NEW.tagged, NEW.exported, NEW.date_created
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group WHERE customer_id = NEW.customer_id AND name = NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_uncounted AFTER DELETE ON documentation_group_member BEGIN
  UPDATE documentation_group_template SET documentations = documentations - 1,
    latest = CASE WHEN latest > OLD.date_created THEN latest ELSE coalesce((SELECT max(m.date_created) FROM documentation_group_member m
      WHERE m.customer_id = OLD.customer_id AND m.name = OLD.name AND m.template_id = OLD.template_id), latest) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id;
  DELETE FROM documentation_group_template
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id AND documentations = 0;
  UPDATE documentation_group SET documentations = documentations - 1, tagged = tagged - OLD.tagged, exported = exported - OLD.exported,
    latest = CASE WHEN latest > OLD.date_created THEN latest ELSE coalesce((SELECT max(t.latest) FROM documentation_group_template t
      WHERE t.customer_id = OLD.customer_id AND t.name = OLD.name), latest) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name;
  DELETE FROM documentation_group WHERE customer_id = OLD.customer_id AND name = OLD.name AND documentations = 0;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_exported AFTER UPDATE OF exported ON documentation_group_member
  WHEN OLD.exported <> NEW.exported
BEGIN
  UPDATE documentation_group SET exported = exported - OLD.exported + NEW.exported
    WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_grouped AFTER INSERT ON documentation WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, NEW.date_created, NEW.seq, 0, NEW.exported);
  -- Configurations may have tagged it already: triggers of one event come in no order to rely on.
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, t.tag, NEW.template_id, NEW.date_created, NEW.seq, 1, NEW.exported FROM documentation_tag t
      WHERE t.documentation_id = NEW.id AND t.tag <> NEW.name AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
        WHERE m.customer_id = NEW.customer_id AND m.name = t.tag AND m.template_id = NEW.template_id
          AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_ungrouped_by_change BEFORE UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED')
BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_grouped_by_change AFTER UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' AND (OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED'))
BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, g.name, NEW.template_id, NEW.date_created, NEW.seq, g.name <> NEW.name, NEW.exported
    FROM (SELECT NEW.name AS name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id) g
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group_member m WHERE m.customer_id = NEW.customer_id AND m.name = g.name
      AND m.template_id = NEW.template_id AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_exported AFTER UPDATE OF exported ON documentation WHEN OLD.exported <> NEW.exported BEGIN
  UPDATE documentation_group_member SET exported = NEW.exported
    WHERE customer_id = NEW.customer_id
      AND name IN (SELECT NEW.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id)
      AND template_id = NEW.template_id AND date_created = NEW.date_created AND documentation_seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_ungrouped BEFORE DELETE ON documentation BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_grouped AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT d.customer_id, NEW.tag, d.template_id, d.date_created, d.seq, 1, d.exported FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id AND d.name <> NEW.tag
        AND d.hidden = 0 AND d.status <> 'DELETED' AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
          WHERE m.customer_id = d.customer_id AND m.name = NEW.tag AND m.template_id = d.template_id
            AND m.date_created = d.date_created AND m.documentation_seq = d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_ungrouped AFTER DELETE ON documentation_tag BEGIN
  DELETE FROM documentation_group_member WHERE customer_id = OLD.customer_id AND name = OLD.tag
    AND (template_id, date_created, documentation_seq) IN (SELECT d.template_id, d.date_created, d.seq FROM documentation d
      WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id AND d.name <> OLD.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;
--> statement-breakpoint
CREATE TRIGGER search_entry_deleted AFTER DELETE ON search_entry BEGIN
  DELETE FROM search_text WHERE rowid = OLD.id;
END;
--> statement-breakpoint
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
    SELECT e.id, d.name || char(10) || coalesce(d.alias, '') FROM search_entry e JOIN documentation d ON d.seq = e.documentation_seq
      WHERE e.source_id = NEW.id;
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
CREATE TRIGGER documentation_group_indexed AFTER INSERT ON documentation_group BEGIN
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_reindexed AFTER UPDATE OF alias ON documentation_group WHEN OLD.alias IS NOT NEW.alias BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_unindexed AFTER DELETE ON documentation_group BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_took_suggestion AFTER INSERT ON documentation BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', NEW.id))
    FROM suggestion_list l JOIN suggestion s ON s.suggestion_list_id = l.id AND s.text = NEW.name
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status);
  DELETE FROM suggestion WHERE text = NEW.name AND suggestion_list_id IN (SELECT l.id FROM suggestion_list l
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_took_suggestion_later AFTER UPDATE OF name, status ON documentation
  WHEN OLD.name <> NEW.name OR OLD.status <> NEW.status
BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', NEW.id))
    FROM suggestion_list l JOIN suggestion s ON s.suggestion_list_id = l.id AND s.text = NEW.name
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status);
  DELETE FROM suggestion WHERE text = NEW.name AND suggestion_list_id IN (SELECT l.id FROM suggestion_list l
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_list_gives_way AFTER UPDATE OF delete_suggestion_if_documentation_exists, required_documentation_status ON suggestion_list
  WHEN NEW.delete_suggestion_if_documentation_exists AND (NOT OLD.delete_suggestion_if_documentation_exists
    OR OLD.required_documentation_status IS NOT NEW.required_documentation_status)
BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text))
    FROM suggestion s WHERE s.suggestion_list_id = NEW.id AND EXISTS (SELECT 1 FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = s.text
        AND iif(NEW.required_documentation_status IS NULL, d.status <> 'DELETED', NEW.required_documentation_status = d.status));
  DELETE FROM suggestion WHERE suggestion_list_id = NEW.id AND EXISTS (SELECT 1 FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.name = suggestion.text
      AND iif(NEW.required_documentation_status IS NULL, d.status <> 'DELETED', NEW.required_documentation_status = d.status));
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_gives_way AFTER INSERT ON suggestion
  WHEN (SELECT delete_suggestion_if_documentation_exists FROM suggestion_list WHERE id = NEW.suggestion_list_id)
BEGIN
  DELETE FROM suggestion WHERE id = NEW.id AND EXISTS (SELECT 1 FROM suggestion_list l
    JOIN documentation d ON d.customer_id = l.customer_id AND d.name = NEW.text
    WHERE l.id = NEW.suggestion_list_id
      AND iif(l.required_documentation_status IS NULL, d.status <> 'DELETED', l.required_documentation_status = d.status));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_inserted AFTER INSERT ON documentation_tag_configuration BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_updated AFTER UPDATE OF name, tag ON documentation_tag_configuration
  WHEN OLD.name <> NEW.name OR OLD.tag <> NEW.tag
BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_deleted AFTER DELETE ON documentation_tag_configuration BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tagged AFTER INSERT ON documentation BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_retagged AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  DELETE FROM documentation_tag WHERE documentation_id = NEW.id AND source = 'CONFIGURATION';
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = NEW.id AND t.tag = c.tag);
END;
--> statement-breakpoint
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
