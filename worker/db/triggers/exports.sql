-- What follows from an export and from the end of an exported document.

-- documentation.exported: at least one export has succeeded. An event may be written when the export has ended already,
CREATE TRIGGER export_event_noted AFTER INSERT ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;

-- or be written when it begins and hear of its success later.
CREATE TRIGGER export_event_ended AFTER UPDATE OF success ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;

-- Names the object of a deleted export document for removal from storage, whether its row, its documentation or its customer was deleted.
CREATE TRIGGER export_document_deleted AFTER DELETE ON export_document BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  VALUES ('customers/' || OLD.customer_id || '/exportDocuments/' || OLD.id || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
