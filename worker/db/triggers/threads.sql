-- A thread outlives the photo or task that it is about, and then belongs to the documentation alone.
CREATE TRIGGER photo_leaves_threads BEFORE DELETE ON photo BEGIN
  UPDATE thread SET photo_id = NULL WHERE customer_id = OLD.customer_id AND photo_id = OLD.id;
END;

CREATE TRIGGER documentation_task_leaves_threads BEFORE DELETE ON documentation_task BEGIN
  UPDATE thread SET documentation_task_id = NULL WHERE customer_id = OLD.customer_id AND documentation_task_id = OLD.id;
END;
