-- Deletes suggestions that a documentation has used: a list with delete_suggestion_if_documentation_exists loses a suggestion when a
-- documentation of its customer has that name and the status the list names (without one: any status but DELETED; 3§3). Every deletion
-- writes an audit entry.

-- A new documentation deletes the suggestion of its name from lists with that setting.
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

-- So does a documentation that gets such a name or the status that a list requires.
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

-- A list whose setting is turned on, or whose status changes, loses the suggestions that are already used.
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

-- An added or imported suggestion that is already used is deleted. Not audited, because it was never in the list.
CREATE TRIGGER suggestion_gives_way AFTER INSERT ON suggestion
  WHEN (SELECT delete_suggestion_if_documentation_exists FROM suggestion_list WHERE id = NEW.suggestion_list_id)
BEGIN
  DELETE FROM suggestion WHERE id = NEW.id AND EXISTS (SELECT 1 FROM suggestion_list l
    JOIN documentation d ON d.customer_id = l.customer_id AND d.name = NEW.text
    WHERE l.id = NEW.suggestion_list_id
      AND iif(l.required_documentation_status IS NULL, d.status <> 'DELETED', l.required_documentation_status = d.status));
END;

-- Deletes the rows that an import has read with its event.
CREATE TRIGGER suggestion_import_event_took_rows AFTER DELETE ON suggestion_import_event BEGIN
  DELETE FROM import_staging_row WHERE event_id = OLD.id;
END;

CREATE TRIGGER expected_answer_import_event_took_rows AFTER DELETE ON expected_answer_import_event BEGIN
  DELETE FROM import_staging_row WHERE event_id = OLD.id;
END;
