DROP INDEX `documentation_created`;--> statement-breakpoint
DROP INDEX `documentation_position`;--> statement-breakpoint
ALTER TABLE `documentation` ADD `assignee_id` integer;--> statement-breakpoint
ALTER TABLE `documentation` ADD `due_day` text;--> statement-breakpoint
CREATE INDEX `documentation_assignee` ON `documentation` (`customer_id`,`assignee_id`,`date_created`,`seq`) WHERE assignee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_due_day` ON `documentation` (`customer_id`,`due_day`) WHERE due_day IS NOT NULL AND status NOT IN ('HANDLED', 'APPROVED', 'DELETED');--> statement-breakpoint
CREATE INDEX `documentation_created` ON `documentation` (`customer_id`,`date_created`,`seq`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_uploaded`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `documentation_position` ON `documentation` (`customer_id`,`lat`,`lng`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_created`,`date_uploaded`,`assignee_id`) WHERE lat <= 90;--> statement-breakpoint
ALTER TABLE `bulk_change_row` ADD `previous_assignee_id` integer;--> statement-breakpoint
ALTER TABLE `bulk_change_row` ADD `previous_due_day` text;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER user_leaves_assignments AFTER DELETE ON user BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER disabled_user_leaves_assignments AFTER UPDATE OF enabled ON user WHEN OLD.enabled AND NOT NEW.enabled BEGIN
  UPDATE documentation SET assignee_id = NULL, due_day = NULL, version = version + 1
  WHERE customer_id = OLD.customer_id AND assignee_id = OLD.id;
END;
