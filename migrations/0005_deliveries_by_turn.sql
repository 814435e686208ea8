DROP INDEX `delivery_state`;--> statement-breakpoint
CREATE INDEX `delivery_destination_state` ON `delivery` (`customer_id`,`export_configuration_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_customer_state` ON `delivery` (`customer_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_turn` ON `delivery` (`lane`,`export_configuration_id`,`turn`) WHERE state IN ('PENDING', 'RUNNING', 'WAITING');--> statement-breakpoint
CREATE INDEX `delivery_state` ON `delivery` (`state`,`date_created`);--> statement-breakpoint
ALTER TABLE `delivery_file` ADD `forced` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `delivery_file_path` ON `delivery_file` (`customer_id`,`path`,`finished`);--> statement-breakpoint
CREATE INDEX `delivery_file_stored` ON `delivery_file` (`delivery_id`) WHERE stored_key IS NOT NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER documentation_delivers;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, wish, missing, turn, date_created)
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status
    -- What is sent again below anyway, or has not begun yet. A deletion that is undone is no news to whoever had everything before.
    AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id
      AND d.template_export_configuration_id = x.id
      AND ((d.again AND NEW.status = 'COMPLETED') OR (d.automatic AND d.state IN ('PENDING', 'WAITING'))
        OR (d.automatic AND d.state = 'DONE' AND OLD.status = 'DELETED')));
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, requester, username, wish, missing, turn, date_created)
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    d.customer_id, d.documentation_id, d.template_export_configuration_id, d.export_configuration_id,
    d.export_configuration_name, d.type, d.automatic, d.requester, d.username, d.wish, '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM delivery d WHERE NEW.status = 'COMPLETED' AND d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id AND d.again;
  UPDATE delivery SET again = 0
  WHERE NEW.status = 'COMPLETED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND again;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers_at_once AFTER INSERT ON documentation
WHEN NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, automatic, wish, missing, turn, date_created)
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    NEW.customer_id, NEW.id, x.id, e.id, e.name, e.type, 1, '{}', '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM template_export_configuration x
    JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
  WHERE x.customer_id = NEW.customer_id AND x.template_id = NEW.template_id
    AND (NEW.export_automatically OR x.params ->> '$.exportAutomatically' = 'true')
    AND coalesce(nullif(x.params ->> '$.exportOn', ''), 'COMPLETED') = NEW.status;
END;
