-- Changes rows of: documentation, role
ALTER TABLE `documentation` ADD `reviewed_at` text;--> statement-breakpoint
ALTER TABLE `documentation` ADD `reviewed_by` text;--> statement-breakpoint
-- The first status that ended the review, since the last one that did not.
UPDATE documentation SET (reviewed_at, reviewed_by) = (SELECT e.event_date, e.creator FROM documentation_event e
    WHERE e.customer_id = documentation.customer_id AND e.documentation_id = documentation.id
      AND e.type = 'STATUS_CHANGED' AND e.params ->> '$.status' IN ('HANDLED', 'APPROVED')
      AND e.event_date >= coalesce((SELECT max(x.event_date) FROM documentation_event x
        WHERE x.customer_id = documentation.customer_id AND x.documentation_id = documentation.id
          AND x.params ->> '$.status' NOT IN ('HANDLED', 'APPROVED')), '')
    ORDER BY e.event_date, e.rowid LIMIT 1)
  WHERE status IN ('HANDLED', 'APPROVED');--> statement-breakpoint
INSERT INTO role (authority) VALUES ('ROLE_PROGRESS');--> statement-breakpoint
CREATE INDEX `documentation_reviewed` ON `documentation` (`customer_id`,`reviewed_at`,`seq`,`date_created`,`hidden`,`template_id`,`license_id`,`creator`,`reviewed_by`,`name`) WHERE reviewed_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `weekly_mail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `weekly_mailed_at` text;--> statement-breakpoint
CREATE INDEX `documentation_event_date` ON `documentation_event` (`customer_id`,`event_date`);--> statement-breakpoint
CREATE INDEX `unexpected_answer_event_created` ON `unexpected_answer_event` (`customer_id`,`date_created`,`task_id`);--> statement-breakpoint
CREATE INDEX `retake_created` ON `retake` (`customer_id`,`date_created`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `thread_comment_created` ON `thread_comment` (`customer_id`,`date_created`);
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER documentation_gains_review AFTER INSERT ON documentation_event
WHEN NEW.type = 'STATUS_CHANGED' AND NEW.params ->> '$.status' IN ('HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET reviewed_at = NEW.event_date, reviewed_by = NEW.creator
  WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND reviewed_at IS NULL AND status IN ('HANDLED', 'APPROVED');
END;
--> statement-breakpoint
CREATE TRIGGER documentation_loses_review AFTER UPDATE OF status ON documentation
WHEN NEW.reviewed_at IS NOT NULL AND NEW.status NOT IN ('HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET reviewed_at = NULL, reviewed_by = NULL WHERE seq = NEW.seq;
END;
