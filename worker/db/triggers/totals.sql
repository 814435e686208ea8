-- Maintains sums for lists and statistics: customer_total, documentation_statistics, and a documentation's uploaded_photos and data_size.
-- Counting when reading would get slower as the data grows.

-- Inserts a new customer's totals; the triggers below only update them.
CREATE TRIGGER customer_inserted AFTER INSERT ON customer BEGIN
  INSERT INTO customer_total (customer_id) VALUES (NEW.id);
END;

-- A new documentation is added to its customer's totals and to the statistics of its month.
CREATE TRIGGER documentation_counted AFTER INSERT ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations + 1, photos = photos + NEW.uploaded_photos, bytes = bytes + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, exported, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, NEW.exported, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;

-- Photos and bytes that are added or subtracted. Runs for every photo that arrives, so it updates one row per table and skips unchanged ones.
CREATE TRIGGER documentation_recounted AFTER UPDATE OF uploaded_photos, data_size ON documentation
  WHEN (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size)
    AND OLD.template_id = NEW.template_id AND substr(OLD.date_created, 1, 7) = substr(NEW.date_created, 1, 7)
    AND OLD.status = NEW.status AND OLD.hidden = NEW.hidden AND OLD.exported = NEW.exported
BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  UPDATE documentation_statistics SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos,
      bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND template_id = NEW.template_id AND month = substr(NEW.date_created, 1, 7)
      AND status = NEW.status AND hidden = NEW.hidden AND exported = NEW.exported;
END;

-- A change of anything the statistics are grouped by moves the documentation from its old row to its new one.
CREATE TRIGGER documentation_regrouped AFTER UPDATE OF template_id, date_created, status, hidden, exported ON documentation
  WHEN OLD.template_id <> NEW.template_id OR substr(OLD.date_created, 1, 7) <> substr(NEW.date_created, 1, 7)
    OR OLD.status <> NEW.status OR OLD.hidden <> NEW.hidden OR OLD.exported <> NEW.exported
BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size);
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden AND exported = OLD.exported;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, exported, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, NEW.exported, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;

-- A deleted documentation is subtracted. Its photos and files are deleted by cascades, whose triggers no longer find its row.
CREATE TRIGGER documentation_uncounted AFTER DELETE ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id;
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden AND exported = OLD.exported;
END;

-- uploaded_photos and data_size count photos whose bytes have arrived.
CREATE TRIGGER photo_counted AFTER INSERT ON photo WHEN NEW.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos + 1, data_size = data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- Bytes were replaced. The batch that accepts photos counts new ones itself (countStatements in worker/ingest/acceptUploads.ts): three row updates
-- for all that arrive together instead of three for each.
CREATE TRIGGER photo_recounted AFTER UPDATE OF has_data, data_size ON photo
  WHEN OLD.documentation_id = NEW.documentation_id AND OLD.has_data AND (NOT NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1 + NEW.has_data,
      data_size = data_size - OLD.data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- The photo moved to another documentation (a merge).
CREATE TRIGGER photo_moved AFTER UPDATE OF documentation_id ON photo WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - OLD.has_data, data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET uploaded_photos = uploaded_photos + NEW.has_data, data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- A deleted photo is subtracted if its bytes had arrived.
CREATE TRIGGER photo_uncounted AFTER DELETE ON photo WHEN OLD.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1, data_size = data_size - OLD.data_size
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;

-- Files are only counted in data_size; uploaded_photos is for photos.
CREATE TRIGGER file_counted AFTER INSERT ON file WHEN NEW.has_data BEGIN
  UPDATE documentation SET data_size = data_size + NEW.data_size WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- Bytes arrived or were replaced.
CREATE TRIGGER file_recounted AFTER UPDATE OF has_data, data_size ON file
  WHEN OLD.documentation_id = NEW.documentation_id AND (OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- The file moved to another documentation (a merge).
CREATE TRIGGER file_moved AFTER UPDATE OF documentation_id ON file WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;

-- A deleted file is subtracted if its bytes had arrived.
CREATE TRIGGER file_uncounted AFTER DELETE ON file WHEN OLD.has_data BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;
