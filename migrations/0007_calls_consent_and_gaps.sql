CREATE TABLE `idempotent_call` (
	`id` text PRIMARY KEY NOT NULL,
	`input_hash` text NOT NULL,
	`run_id` text NOT NULL,
	`status` integer,
	`response` text,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotent_call_created` ON `idempotent_call` (`date_created`);--> statement-breakpoint
ALTER TABLE `documentation` ADD `has_unlisted_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `documentation` ADD `completed_without` text;--> statement-breakpoint
CREATE INDEX `documentation_completed_without` ON `documentation` (`customer_id`,`status`) WHERE completed_without IS NOT NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER documentation_delivers;
--> statement-breakpoint
DROP TRIGGER documentation_delivers_at_once;
--> statement-breakpoint
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
--> statement-breakpoint
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
