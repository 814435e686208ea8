-- A user who is deleted, is disabled or moves to another customer reviews nothing of the customer: what was assigned to them is nobody's.
CREATE TRIGGER user_leaves_assignments AFTER DELETE ON user BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;

CREATE TRIGGER disabled_user_leaves_assignments AFTER UPDATE OF enabled, customer_id ON user
WHEN (OLD.enabled AND NOT NEW.enabled) OR NEW.customer_id <> OLD.customer_id BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;
