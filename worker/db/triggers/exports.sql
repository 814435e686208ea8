-- Consequences of exports, and of deleting export documents.

-- documentation.exported: at least one export has succeeded. An event may be written when the export has ended already,
CREATE TRIGGER export_event_noted AFTER INSERT ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;

-- or be written when it begins and hear of its success later.
CREATE TRIGGER export_event_ended AFTER UPDATE OF success ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;

-- Marks the object of a deleted export document as an orphan, whether its row, its documentation or its customer was deleted.
CREATE TRIGGER export_document_deleted AFTER DELETE ON export_document BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  VALUES ('customers/' || OLD.customer_id || '/exportDocuments/' || lower(substr(hex(OLD.id), 1, 8) || '-' || substr(hex(OLD.id), 9, 4) || '-' || substr(hex(OLD.id), 13, 4) || '-' || substr(hex(OLD.id), 17, 4) || '-' || substr(hex(OLD.id), 21)) || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;

-- Inserts automatic deliveries in the same batch as the status change that causes them, whatever changed the status, and only once: setting
-- the same status again is no change. The service plans and sends them later (worker/features/delivery). What the documentation asks for is
-- sent if its template still exports automatically.
-- A documentation that was exported and then handed over is exported again once it is completed (2§4).
-- Undoing a status change sends nothing. What staff can undo is held for a while (domain/delivery/undoHold.ts); only staff change the status
-- of a complete documentation.
CREATE TRIGGER documentation_delivers AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status_undone_version IS NOT NEW.version AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, request, missing_items, cause_version, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]', NEW.version,
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE WHEN OLD.status = 'ONGOING' THEN '+0 seconds' ELSE '+30 seconds' END),
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (x.params ->> '$.exportAutomatically' = 'true' OR NEW.export_automatically
      AND (SELECT t.export_automatically FROM template t WHERE t.customer_id = NEW.customer_id AND t.id = NEW.template_id))
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status
    -- What is sent again below anyway, or has not begun yet. A deletion that is undone is no news to whoever had everything before.
    AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id
      AND d.template_export_configuration_id = x.id
      AND ((d.resend_on_completion AND NEW.status = 'COMPLETED' AND d.request ->> '$.photoIds' IS NULL AND d.request ->> '$.fileIds' IS NULL) OR (d.is_automatic AND d.state IN ('PENDING', 'WAITING'))
        OR (d.is_automatic AND d.state = 'DONE' AND OLD.status = 'DELETED')));
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, requester, username, request, missing_items, cause_version, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    d.customer_id, d.documentation_id, d.template_export_configuration_id, d.export_configuration_id,
    d.export_configuration_name, d.type, d.is_automatic, d.requester, d.username, d.request, '[]', NEW.version,
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE WHEN OLD.status = 'ONGOING' THEN '+0 seconds' ELSE '+30 seconds' END),
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM delivery d WHERE NEW.status = 'COMPLETED' AND d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id AND d.resend_on_completion;
  UPDATE delivery SET resend_on_completion = 0
  WHERE NEW.status = 'COMPLETED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND resend_on_completion;
END;

-- A documentation that is inserted as complete, like a merged one, is sent like one that becomes complete, after a pause in which its deletion
-- cancels that.
CREATE TRIGGER documentation_delivers_at_once AFTER INSERT ON documentation
WHEN NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, request, missing_items, cause_version, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]', NEW.version,
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+30 seconds'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (x.params ->> '$.exportAutomatically' = 'true' OR NEW.export_automatically
      AND (SELECT t.export_automatically FROM template t WHERE t.customer_id = NEW.customer_id AND t.id = NEW.template_id))
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status;
END;

-- Handing over, fetching and deleting a documentation cancel its unfinished deliveries. The newest delivery to each destination is sent again
-- when the documentation comes back; if it sent selected photos or files, so is the newest one that sent everything.
CREATE TRIGGER documentation_stops_deliveries AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('PAUSED', 'DOWNLOADED', 'DELETED') BEGIN
  UPDATE delivery SET resend_on_completion = 1, stop_version = NEW.version
  WHERE NEW.status = 'PAUSED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND state <> 'CANCELLED' AND NOT resend_on_completion
    AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.customer_id = delivery.customer_id AND n.documentation_id = delivery.documentation_id
      AND n.template_export_configuration_id = delivery.template_export_configuration_id AND n.rowid > delivery.rowid AND n.state <> 'CANCELLED'
      AND ((n.request ->> '$.photoIds' IS NULL AND n.request ->> '$.fileIds' IS NULL)
        OR delivery.request ->> '$.photoIds' IS NOT NULL OR delivery.request ->> '$.fileIds' IS NOT NULL));
  UPDATE delivery SET state = 'CANCELLED', finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try_at = NULL, stop_version = NEW.version
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND +state IN ('PENDING', 'RUNNING', 'WAITING');
END;

-- Undoing a status change cancels the unfinished deliveries that the change began, resumes those that it cancelled, and removes its marks.
-- Undoing the undo does the reverse; the trigger above then cancels, in whichever order SQLite runs the two.
CREATE TRIGGER documentation_status_undone AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status_undone_version = NEW.version BEGIN
  UPDATE delivery SET resend_on_completion = 0
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND stop_version = OLD.version AND resend_on_completion;
  UPDATE delivery SET state = 'CANCELLED', finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try_at = NULL, stop_version = NEW.version,
    error_message = 'The change of the status that began it was undone.'
  WHERE NEW.status NOT IN ('PAUSED', 'DOWNLOADED', 'DELETED') AND customer_id = NEW.customer_id AND documentation_id = NEW.id
    AND cause_version = OLD.version AND +state IN ('PENDING', 'RUNNING', 'WAITING');
  UPDATE delivery SET state = 'PENDING', finished_at = NULL, leased_until = NULL, tries = 0, error_kind = NULL, error_status_code = NULL,
    error_message = NULL, cause_version = NEW.version, stop_version = NULL,
    next_slice_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+30 seconds')
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND stop_version = OLD.version AND +state = 'CANCELLED';
END;

-- Every delivery has an export event, whose success is null until the delivery is finished,
CREATE TRIGGER delivery_begun AFTER INSERT ON delivery BEGIN
  INSERT INTO export_event (id, customer_id, documentation_id, export_configuration_id, export_configuration_name, delivery_id, type,
    username, success, date_created)
  VALUES (NEW.id, NEW.customer_id, NEW.documentation_id, NEW.export_configuration_id, NEW.export_configuration_name, NEW.id, NEW.type,
    NEW.username, NULL, NEW.date_created);
END;

-- then true or false, and null again when it is resent. The events of a comparison's other documentations have the same values.
CREATE TRIGGER delivery_told AFTER UPDATE OF state, error_status_code, error_message ON delivery BEGIN
  UPDATE export_event SET
    success = CASE NEW.state WHEN 'DONE' THEN 1 WHEN 'FAILED' THEN 0 WHEN 'CANCELLED' THEN 0 ELSE NULL END,
    error_status_code = NEW.error_status_code, error_message = NEW.error_message
  WHERE delivery_id = NEW.id;
END;

-- Marks the external files of a deleted delivery as orphans, planned or not, when no other delivery requests them.
CREATE TRIGGER delivery_deleted AFTER DELETE ON delivery WHEN json_array_length(OLD.request, '$.externalFiles') > 0 BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT x.value ->> '$.key', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM json_each(OLD.request, '$.externalFiles') x
  WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = OLD.customer_id AND d.documentation_id = OLD.documentation_id
      AND instr(d.request, x.value ->> '$.key') > 0)
    AND NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = x.value ->> '$.key')
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = x.value ->> '$.key');
END;

-- Marks objects stored for a delivery as orphans when the last row that refers to them is deleted, also by a cascade.
CREATE TRIGGER delivery_file_deleted AFTER DELETE ON delivery_file WHEN OLD.object_key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;

CREATE TRIGGER delivery_file_stored_anew AFTER UPDATE OF object_key ON delivery_file
WHEN OLD.object_key IS NOT NULL AND NEW.object_key IS NOT OLD.object_key BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;

CREATE TRIGGER delivery_link_file_deleted AFTER DELETE ON delivery_link_file WHEN OLD.is_delivery_object BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;

CREATE TRIGGER photo_variant_deleted AFTER DELETE ON photo_variant BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created) VALUES (OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
