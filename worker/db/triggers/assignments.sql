-- A user who is deleted or disabled reviews nothing any longer: what was assigned to them is nobody's.
CREATE TRIGGER user_leaves_assignments AFTER DELETE ON user BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;

CREATE TRIGGER disabled_user_leaves_assignments AFTER UPDATE OF enabled ON user WHEN OLD.enabled AND NOT NEW.enabled BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;
