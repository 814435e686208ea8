DROP INDEX `upload_target`;--> statement-breakpoint
DROP INDEX `upload_reserved`;--> statement-breakpoint
DROP INDEX `upload_may_arrive`;--> statement-breakpoint
DROP INDEX `upload_settled`;--> statement-breakpoint
DROP INDEX `upload_documentation`;--> statement-breakpoint
DROP INDEX `upload_open`;--> statement-breakpoint
CREATE INDEX `upload_documentation` ON `upload` (`customer_id`,`documentation_id`,`target_id`);--> statement-breakpoint
CREATE INDEX `upload_open` ON `upload` (`state`,`customer_id`,`documentation_id`) WHERE state = 'RESERVED' OR state = 'REPLACED' OR state = 'REFUSED';--> statement-breakpoint
DROP INDEX `photo_task`;--> statement-breakpoint
CREATE INDEX `photo_task` ON `photo` (`customer_id`,`documentation_task_id`) WHERE documentation_task_id IS NOT NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER photo_recounted;
--> statement-breakpoint
CREATE TRIGGER photo_recounted AFTER UPDATE OF has_data, data_size ON photo
  WHEN OLD.documentation_id = NEW.documentation_id AND OLD.has_data AND (NOT NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1 + NEW.has_data,
      data_size = data_size - OLD.data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
