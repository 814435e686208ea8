-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER delivery_file_stored_anew AFTER UPDATE OF stored_key ON delivery_file
WHEN OLD.stored_key IS NOT NULL AND NEW.stored_key IS NOT OLD.stored_key BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.stored_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.stored_key);
END;
