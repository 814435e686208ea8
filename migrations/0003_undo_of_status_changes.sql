ALTER TABLE `delivery` ADD `cause_version` integer;--> statement-breakpoint
ALTER TABLE `delivery` ADD `stop_version` integer;--> statement-breakpoint
ALTER TABLE `documentation` ADD `status_undone_version` integer;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER documentation_delivers;
--> statement-breakpoint
DROP TRIGGER documentation_delivers_at_once;
--> statement-breakpoint
DROP TRIGGER documentation_stops_deliveries;
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
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
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
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_stops_deliveries AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('PAUSED', 'DOWNLOADED', 'DELETED') BEGIN
  UPDATE delivery SET resend_on_completion = 1, stop_version = NEW.version
  WHERE NEW.status = 'PAUSED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND state <> 'CANCELLED' AND NOT resend_on_completion
    AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.customer_id = delivery.customer_id AND n.documentation_id = delivery.documentation_id
      AND n.template_export_configuration_id = delivery.template_export_configuration_id AND n.rowid > delivery.rowid AND n.state <> 'CANCELLED'
      AND ((n.request ->> '$.photoIds' IS NULL AND n.request ->> '$.fileIds' IS NULL)
        OR delivery.request ->> '$.photoIds' IS NOT NULL OR delivery.request ->> '$.fileIds' IS NOT NULL));
  UPDATE delivery SET state = 'CANCELLED', finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try_at = NULL, stop_version = NEW.version
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND +state IN ('PENDING', 'RUNNING', 'WAITING');
END;
--> statement-breakpoint
CREATE TRIGGER documentation_status_undone AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status_undone_version = NEW.version BEGIN
  UPDATE delivery SET resend_on_completion = 0
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND stop_version = OLD.version AND resend_on_completion;
  UPDATE delivery SET state = 'CANCELLED', finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try_at = NULL, stop_version = NEW.version,
    error_message = 'The change of the status that began it was undone.'
  WHERE NEW.status NOT IN ('PAUSED', 'DOWNLOADED', 'DELETED') AND customer_id = NEW.customer_id AND documentation_id = NEW.id
    AND cause_version = OLD.version AND +state IN ('PENDING', 'RUNNING', 'WAITING');
  UPDATE delivery SET state = 'PENDING', finished_at = NULL, leased_until = NULL, tries = 0, error_kind = NULL, error_status_code = NULL,
    error_message = NULL, cause_version = NEW.version, stop_version = NULL,
    next_slice_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+30 seconds')
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND stop_version = OLD.version AND +state = 'CANCELLED';
END;
