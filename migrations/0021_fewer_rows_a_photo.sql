DROP INDEX `upload_key`;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER documentation_recounted;
--> statement-breakpoint
DROP TRIGGER photo_recounted;
--> statement-breakpoint
DROP TRIGGER file_recounted;
--> statement-breakpoint
CREATE TRIGGER documentation_recounted AFTER UPDATE OF uploaded_photos, data_size ON documentation
  WHEN (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size)
    AND OLD.template_id = NEW.template_id AND substr(OLD.date_created, 1, 7) = substr(NEW.date_created, 1, 7)
    AND OLD.status = NEW.status AND OLD.hidden = NEW.hidden
BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  UPDATE documentation_statistics SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos,
      bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND template_id = NEW.template_id AND month = substr(NEW.date_created, 1, 7)
      AND status = NEW.status AND hidden = NEW.hidden;
END;
--> statement-breakpoint
CREATE TRIGGER photo_recounted AFTER UPDATE OF has_data, data_size ON photo
  WHEN OLD.documentation_id = NEW.documentation_id AND (OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - OLD.has_data + NEW.has_data,
      data_size = data_size - OLD.data_size * OLD.has_data + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_recounted AFTER UPDATE OF has_data, data_size ON file
  WHEN OLD.documentation_id = NEW.documentation_id AND (OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
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
