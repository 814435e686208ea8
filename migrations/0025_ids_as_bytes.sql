-- UUIDs become their 16 bytes and SHA-256 digests their 32 (docs/decisions/0056). A reference and what it refers to change in
-- different statements, so references are looked at when the migration ends.
PRAGMA defer_foreign_keys = on;
--> statement-breakpoint
-- Nothing acts on rows that stay what they are.
DROP TRIGGER domain_change_is_final;
--> statement-breakpoint
DROP TRIGGER documentation_ungrouped_by_change;
--> statement-breakpoint
DROP TRIGGER documentation_grouped_by_change;
--> statement-breakpoint
DROP TRIGGER documentation_task_reindexed;
--> statement-breakpoint
DROP TRIGGER photo_reindexed;
--> statement-breakpoint
DROP TRIGGER export_document_configuration_updated_in_directory;
--> statement-breakpoint
DROP TRIGGER export_document_node_updated_in_directory;
--> statement-breakpoint
DROP TRIGGER customer_export_document_configuration_updated_in_directory;
--> statement-breakpoint
DROP TRIGGER license_updated_in_directory;
--> statement-breakpoint
DROP TRIGGER user_license_updated_in_directory;
--> statement-breakpoint
DROP TRIGGER documentation_regrouped;
--> statement-breakpoint
DROP TRIGGER photo_moved;
--> statement-breakpoint
DROP TRIGGER file_moved;
--> statement-breakpoint
DROP TRIGGER export_document_deleted;
--> statement-breakpoint
DROP TRIGGER documentation_took_suggestion;
--> statement-breakpoint
DROP TRIGGER documentation_took_suggestion_later;
--> statement-breakpoint
DROP TRIGGER documentation_tag_configuration_inserted;
--> statement-breakpoint
DROP TRIGGER documentation_tag_configuration_updated;
--> statement-breakpoint
DROP TRIGGER documentation_tagged;
--> statement-breakpoint
DROP TRIGGER documentation_retagged;
--> statement-breakpoint
DROP TRIGGER documentation_delivers;
--> statement-breakpoint
DROP TRIGGER documentation_delivers_at_once;
--> statement-breakpoint
DROP TRIGGER export_document_configuration_inserted_in_directory;
--> statement-breakpoint
DROP TRIGGER export_document_configuration_deleted_in_directory;
--> statement-breakpoint
DROP TRIGGER export_document_node_inserted_in_directory;
--> statement-breakpoint
DROP TRIGGER export_document_node_deleted_in_directory;
--> statement-breakpoint
DROP TRIGGER customer_export_document_configuration_inserted_in_directory;
--> statement-breakpoint
DROP TRIGGER customer_export_document_configuration_deleted_in_directory;
--> statement-breakpoint
DROP TRIGGER license_inserted_in_directory;
--> statement-breakpoint
DROP TRIGGER license_deleted_in_directory;
--> statement-breakpoint
DROP TRIGGER user_license_inserted_in_directory;
--> statement-breakpoint
DROP TRIGGER user_license_deleted_in_directory;
--> statement-breakpoint
-- Changes that further databases have not taken yet.
UPDATE directory_change SET key = (SELECT json_group_array(json(CASE WHEN value LIKE '________-____-____-____-____________'
  THEN json_array(lower(replace(value, '-', ''))) ELSE json_quote(value) END)) FROM json_each(directory_change.key));
--> statement-breakpoint
UPDATE `audit_name` SET object_id = CASE WHEN object_id LIKE '________-____-____-____-____________' THEN coalesce(unhex(replace(object_id, '-', '')), object_id) ELSE object_id END;
--> statement-breakpoint
UPDATE `audit_pack` SET id = unhex(replace(id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `authentication_success_event` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `bulk_change_row` SET job_id = unhex(replace(job_id, '-', ''));
--> statement-breakpoint
UPDATE `change_log` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `customer_export_document_configuration` SET export_document_configuration_id = unhex(replace(export_document_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `delivery` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), template_export_configuration_id = unhex(replace(template_export_configuration_id, '-', '')), export_configuration_id = unhex(replace(export_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `delivery_file` SET id = unhex(replace(id, '-', '')), delivery_id = unhex(replace(delivery_id, '-', '')), source_id = CASE WHEN source_id LIKE '________-____-____-____-____________' THEN coalesce(unhex(replace(source_id, '-', '')), source_id) ELSE source_id END, sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `delivery_link` SET delivery_id = unhex(replace(delivery_id, '-', ''));
--> statement-breakpoint
UPDATE `delivery_link_file` SET id = unhex(replace(id, '-', '')), source_id = CASE WHEN source_id LIKE '________-____-____-____-____________' THEN coalesce(unhex(replace(source_id, '-', '')), source_id) ELSE source_id END, sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `device` SET id = unhex(replace(id, '-', '')), current_license_id = unhex(replace(current_license_id, '-', ''));
--> statement-breakpoint
UPDATE `device_license` SET device_id = unhex(replace(device_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_alias` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_event` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_fetch` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_group_member` SET template_id = unhex(replace(template_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_group_template` SET template_id = unhex(replace(template_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_link` SET documentation_id = unhex(replace(documentation_id, '-', '')), linked_id = unhex(replace(linked_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_precondition` SET id = unhex(replace(id, '-', '')), task_id = unhex(replace(task_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_statistics` SET template_id = unhex(replace(template_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_tag` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_tag_configuration` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_task` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), parent_id = unhex(replace(parent_id, '-', '')), template_task_id = unhex(replace(template_task_id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_task_filter` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `documentation_task_reference_photo` SET task_id = unhex(replace(task_id, '-', '')), reference_photo_id = unhex(replace(reference_photo_id, '-', ''));
--> statement-breakpoint
UPDATE `domain_change` SET object_id = CASE WHEN object_id LIKE '________-____-____-____-____________' THEN coalesce(unhex(replace(object_id, '-', '')), object_id) ELSE object_id END;
--> statement-breakpoint
UPDATE `earlier_photo` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), photo_id = unhex(replace(photo_id, '-', '')), retake_id = unhex(replace(retake_id, '-', '')), sha256 = unhex(sha256), marked_sha256 = unhex(marked_sha256);
--> statement-breakpoint
UPDATE `expected_answer` SET id = unhex(replace(id, '-', '')), expected_answer_list_id = unhex(replace(expected_answer_list_id, '-', '')), import_configuration_id = unhex(replace(import_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `expected_answer_import_configuration` SET id = unhex(replace(id, '-', '')), expected_answer_list_id = unhex(replace(expected_answer_list_id, '-', ''));
--> statement-breakpoint
UPDATE `expected_answer_import_event` SET id = unhex(replace(id, '-', '')), expected_answer_import_configuration_id = unhex(replace(expected_answer_import_configuration_id, '-', '')), job_id = unhex(replace(job_id, '-', ''));
--> statement-breakpoint
UPDATE `expected_answer_list` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `export_configuration` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `export_configuration_user_param` SET id = unhex(replace(id, '-', '')), export_configuration_id = unhex(replace(export_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `export_document` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), job_id = unhex(replace(job_id, '-', ''));
--> statement-breakpoint
UPDATE `export_document_configuration` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `export_document_node` SET id = unhex(replace(id, '-', '')), export_document_configuration_id = unhex(replace(export_document_configuration_id, '-', '')), parent_id = unhex(replace(parent_id, '-', ''));
--> statement-breakpoint
UPDATE `export_event` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), export_configuration_id = unhex(replace(export_configuration_id, '-', '')), delivery_id = unhex(replace(delivery_id, '-', ''));
--> statement-breakpoint
UPDATE `export_node` SET id = unhex(replace(id, '-', '')), template_export_configuration_id = unhex(replace(template_export_configuration_id, '-', '')), parent_id = unhex(replace(parent_id, '-', ''));
--> statement-breakpoint
UPDATE `file` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), documentation_task_id = unhex(replace(documentation_task_id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `graphic` SET id = unhex(replace(id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `imported_row` SET event_id = unhex(replace(event_id, '-', ''));
--> statement-breakpoint
UPDATE `job` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `license` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `media_fault` SET holder_id = unhex(replace(holder_id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', ''));
--> statement-breakpoint
UPDATE `notice` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', ''));
--> statement-breakpoint
UPDATE `one_time_code` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `outbox_mail` SET id = unhex(replace(id, '-', '')), delivery_id = unhex(replace(delivery_id, '-', ''));
--> statement-breakpoint
UPDATE `photo` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), documentation_task_id = unhex(replace(documentation_task_id, '-', '')), sha256 = unhex(sha256), marked_sha256 = unhex(marked_sha256);
--> statement-breakpoint
UPDATE `photo_alias` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `photo_selection` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `photo_variant` SET id = unhex(replace(id, '-', '')), photo_id = unhex(replace(photo_id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `predefined_configuration` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `reference_photo` SET id = unhex(replace(id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `removed_media` SET documentation_id = unhex(replace(documentation_id, '-', '')), target_id = unhex(replace(target_id, '-', ''));
--> statement-breakpoint
UPDATE `retake` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), photo_id = unhex(replace(photo_id, '-', '')), documentation_task_id = unhex(replace(documentation_task_id, '-', '')), upload_token_id = unhex(replace(upload_token_id, '-', ''));
--> statement-breakpoint
UPDATE `review_claim` SET documentation_id = unhex(replace(documentation_id, '-', ''));
--> statement-breakpoint
UPDATE `saved_view` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `scheduled_job_run` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `session` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `suggestion` SET id = unhex(replace(id, '-', '')), suggestion_list_id = unhex(replace(suggestion_list_id, '-', '')), import_configuration_id = unhex(replace(import_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `suggestion_import_configuration` SET id = unhex(replace(id, '-', '')), suggestion_list_id = unhex(replace(suggestion_list_id, '-', ''));
--> statement-breakpoint
UPDATE `suggestion_import_event` SET id = unhex(replace(id, '-', '')), suggestion_import_configuration_id = unhex(replace(suggestion_import_configuration_id, '-', '')), job_id = unhex(replace(job_id, '-', ''));
--> statement-breakpoint
UPDATE `suggestion_list` SET id = unhex(replace(id, '-', ''));
--> statement-breakpoint
UPDATE `suggestion_list_license` SET suggestion_list_id = unhex(replace(suggestion_list_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `task_event` SET id = unhex(replace(id, '-', '')), task_id = unhex(replace(task_id, '-', ''));
--> statement-breakpoint
UPDATE `temp_file` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), license_id = unhex(replace(license_id, '-', '')), upload_token_id = unhex(replace(upload_token_id, '-', '')), sha256 = unhex(sha256), file_id = unhex(replace(file_id, '-', ''));
--> statement-breakpoint
UPDATE `template` SET id = unhex(replace(id, '-', '')), suggestion_list_id = unhex(replace(suggestion_list_id, '-', '')), predefined_configuration_id = unhex(replace(predefined_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `template_backup` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', ''));
--> statement-breakpoint
UPDATE `template_export_configuration` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', '')), export_configuration_id = unhex(replace(export_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `template_export_document_configuration` SET template_id = unhex(replace(template_id, '-', '')), export_document_configuration_id = unhex(replace(export_document_configuration_id, '-', ''));
--> statement-breakpoint
UPDATE `template_graphic` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', '')), graphic_id = unhex(replace(graphic_id, '-', ''));
--> statement-breakpoint
UPDATE `template_license` SET template_id = unhex(replace(template_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `template_replacement_text` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', ''));
--> statement-breakpoint
UPDATE `template_task` SET id = unhex(replace(id, '-', '')), template_id = unhex(replace(template_id, '-', '')), parent_id = unhex(replace(parent_id, '-', '')), suggestion_list_id = unhex(replace(suggestion_list_id, '-', ''));
--> statement-breakpoint
UPDATE `template_task_precondition` SET id = unhex(replace(id, '-', '')), task_id = unhex(replace(task_id, '-', ''));
--> statement-breakpoint
UPDATE `template_task_reference_photo` SET template_task_id = unhex(replace(template_task_id, '-', '')), reference_photo_id = unhex(replace(reference_photo_id, '-', ''));
--> statement-breakpoint
UPDATE `unexpected_answer_event` SET id = unhex(replace(id, '-', '')), task_id = unhex(replace(task_id, '-', ''));
--> statement-breakpoint
UPDATE `upload` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), target_id = unhex(replace(target_id, '-', '')), upload_token_id = unhex(replace(upload_token_id, '-', '')), license_id = unhex(replace(license_id, '-', '')), retake_id = unhex(replace(retake_id, '-', '')), sha256 = unhex(sha256);
--> statement-breakpoint
UPDATE `upload_part` SET upload_id = unhex(replace(upload_id, '-', ''));
--> statement-breakpoint
UPDATE `upload_token` SET id = unhex(replace(id, '-', '')), documentation_id = unhex(replace(documentation_id, '-', '')), license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
UPDATE `user_license` SET license_id = unhex(replace(license_id, '-', ''));
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
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
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_updated_in_directory AFTER UPDATE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_updated_in_directory AFTER UPDATE ON export_document_node WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_updated_in_directory AFTER UPDATE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_updated_in_directory AFTER UPDATE ON license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_updated_in_directory AFTER UPDATE ON user_license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_regrouped AFTER UPDATE OF template_id, date_created, status, hidden ON documentation
  WHEN OLD.template_id <> NEW.template_id OR substr(OLD.date_created, 1, 7) <> substr(NEW.date_created, 1, 7)
    OR OLD.status <> NEW.status OR OLD.hidden <> NEW.hidden
BEGIN
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
CREATE TRIGGER photo_moved AFTER UPDATE OF documentation_id ON photo WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - OLD.has_data, data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET uploaded_photos = uploaded_photos + NEW.has_data, data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_moved AFTER UPDATE OF documentation_id ON file WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER export_document_deleted AFTER DELETE ON export_document BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  VALUES ('customers/' || OLD.customer_id || '/exportDocuments/' || lower(substr(hex(OLD.id), 1, 8) || '-' || substr(hex(OLD.id), 9, 4) || '-' || substr(hex(OLD.id), 13, 4) || '-' || substr(hex(OLD.id), 17, 4) || '-' || substr(hex(OLD.id), 21)) || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_took_suggestion AFTER INSERT ON documentation BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', lower(substr(hex(NEW.id), 1, 8) || '-' || substr(hex(NEW.id), 9, 4) || '-' || substr(hex(NEW.id), 13, 4) || '-' || substr(hex(NEW.id), 17, 4) || '-' || substr(hex(NEW.id), 21))))
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
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', lower(substr(hex(NEW.id), 1, 8) || '-' || substr(hex(NEW.id), 9, 4) || '-' || substr(hex(NEW.id), 13, 4) || '-' || substr(hex(NEW.id), 17, 4) || '-' || substr(hex(NEW.id), 21))))
    FROM suggestion_list l JOIN suggestion s ON s.suggestion_list_id = l.id AND s.text = NEW.name
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status);
  DELETE FROM suggestion WHERE text = NEW.name AND suggestion_list_id IN (SELECT l.id FROM suggestion_list l
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_inserted AFTER INSERT ON documentation_tag_configuration BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
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
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tagged AFTER INSERT ON documentation BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_retagged AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  DELETE FROM documentation_tag WHERE documentation_id = NEW.id AND source = 'CONFIGURATION';
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = NEW.id AND t.tag = c.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, wish, missing, turn, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status
    -- What is sent again below anyway, or has not begun yet. A deletion that is undone is no news to whoever had everything before.
    AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id
      AND d.template_export_configuration_id = x.id
      AND ((d.again AND NEW.status = 'COMPLETED' AND d.wish ->> '$.photoIds' IS NULL AND d.wish ->> '$.fileIds' IS NULL) OR (d.automatic AND d.state IN ('PENDING', 'WAITING'))
        OR (d.automatic AND d.state = 'DONE' AND OLD.status = 'DELETED')));
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, requester, username, wish, missing, turn, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    d.customer_id, d.documentation_id, d.template_export_configuration_id, d.export_configuration_id,
    d.export_configuration_name, d.type, d.automatic, d.requester, d.username, d.wish, '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM delivery d WHERE NEW.status = 'COMPLETED' AND d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id AND d.again;
  UPDATE delivery SET again = 0
  WHERE NEW.status = 'COMPLETED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND again;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers_at_once AFTER INSERT ON documentation
WHEN NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, wish, missing, turn, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_inserted_in_directory AFTER INSERT ON export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_deleted_in_directory AFTER DELETE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_inserted_in_directory AFTER INSERT ON export_document_node WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_deleted_in_directory AFTER DELETE ON export_document_node WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_inserted_in_directory AFTER INSERT ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_deleted_in_directory AFTER DELETE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('customer_export_document_configuration', json_array(OLD.customer_id, json_array(lower(hex(OLD.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_inserted_in_directory AFTER INSERT ON license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_deleted_in_directory AFTER DELETE ON license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('license', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_inserted_in_directory AFTER INSERT ON user_license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_deleted_in_directory AFTER DELETE ON user_license WHEN EXISTS (SELECT 1 FROM data_database) BEGIN
  INSERT INTO directory_change (name, key) VALUES ('user_license', json_array(OLD.user_id, json_array(lower(hex(OLD.license_id)))));
END;
