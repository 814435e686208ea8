-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER disabled_user_leaves_assignments;
--> statement-breakpoint
CREATE TRIGGER disabled_user_leaves_assignments AFTER UPDATE OF enabled, customer_id ON user
WHEN (OLD.enabled AND NOT NEW.enabled) OR NEW.customer_id <> OLD.customer_id BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;
