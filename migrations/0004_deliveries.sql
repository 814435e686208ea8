CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`template_export_configuration_id` text NOT NULL,
	`export_configuration_id` text NOT NULL,
	`export_configuration_name` text NOT NULL,
	`type` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`automatic` integer DEFAULT false NOT NULL,
	`requester` text,
	`username` text DEFAULT '' NOT NULL,
	`wish` text NOT NULL,
	`planned` integer DEFAULT false NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`files_done` integer DEFAULT 0 NOT NULL,
	`bytes` integer,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`missing` text NOT NULL,
	`as_of` text,
	`lane` text,
	`connections` integer DEFAULT 1 NOT NULL,
	`turn` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try` text,
	`leased_until` text,
	`error_kind` text,
	`error_status_code` integer,
	`error_message` text,
	`told` text,
	`again` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`started` text,
	`finished` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_documentation` ON `delivery` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_created` ON `delivery` (`customer_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_all_created` ON `delivery` (`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_destination` ON `delivery` (`customer_id`,`export_configuration_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_state` ON `delivery` (`state`,`next_try`);--> statement-breakpoint
CREATE INDEX `delivery_lane` ON `delivery` (`lane`,`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_customerId_id_unique` ON `delivery` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `delivery_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`position` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`etag` text NOT NULL,
	`stored_key` text,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`resume` text,
	`remote_id` text,
	`error_kind` text,
	`error_status_code` integer,
	`error_message` text,
	`finished` text,
	FOREIGN KEY (`customer_id`,`delivery_id`) REFERENCES `delivery`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_file_position` ON `delivery_file` (`delivery_id`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_file_delivery` ON `delivery_file` (`customer_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `delivery_file_source` ON `delivery_file` (`source_id`);--> statement-breakpoint
CREATE TABLE `delivery_link` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`expires` text NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`delivery_id`) REFERENCES `delivery`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_link_delivery` ON `delivery_link` (`customer_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `delivery_link_expires` ON `delivery_link` (`expires`);--> statement-breakpoint
CREATE TABLE `photo_variant` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`photo_id` text NOT NULL,
	`max_size` integer NOT NULL,
	`quality` integer NOT NULL,
	`source_etag` text NOT NULL,
	`rotation` integer NOT NULL,
	`stored_key` text NOT NULL,
	`size` integer NOT NULL,
	`crc32` integer NOT NULL,
	`sha256` text NOT NULL,
	`etag` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_variant_made` ON `photo_variant` (`photo_id`,`max_size`,`quality`,`source_etag`,`rotation`);--> statement-breakpoint
CREATE INDEX `photo_variant_photo` ON `photo_variant` (`customer_id`,`photo_id`);--> statement-breakpoint
ALTER TABLE `export_event` ADD `delivery_id` text;--> statement-breakpoint
CREATE INDEX `export_event_delivery` ON `export_event` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `export_event_created` ON `export_event` (`customer_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `export_event_all_created` ON `export_event` (`date_created`);
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
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
    -- What is sent again below anyway.
    AND NOT (NEW.status = 'COMPLETED' AND EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = NEW.customer_id
      AND d.documentation_id = NEW.id AND d.template_export_configuration_id = x.id AND d.again));
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
CREATE TRIGGER documentation_stops_deliveries AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('PAUSED', 'DOWNLOADED', 'DELETED') BEGIN
  UPDATE delivery SET again = 1
  WHERE NEW.status = 'PAUSED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND state <> 'CANCELLED'
    AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.customer_id = delivery.customer_id AND n.documentation_id = delivery.documentation_id
      AND n.template_export_configuration_id = delivery.template_export_configuration_id AND n.rowid > delivery.rowid AND n.state <> 'CANCELLED');
  UPDATE delivery SET state = 'CANCELLED', finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try = NULL
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND state IN ('PENDING', 'RUNNING', 'WAITING');
END;
--> statement-breakpoint
CREATE TRIGGER delivery_begun AFTER INSERT ON delivery BEGIN
  INSERT INTO export_event (id, customer_id, documentation_id, export_configuration_id, export_configuration_name, delivery_id, type,
    username, success, date_created)
  VALUES (NEW.id, NEW.customer_id, NEW.documentation_id, NEW.export_configuration_id, NEW.export_configuration_name, NEW.id, NEW.type,
    NEW.username, NULL, NEW.date_created);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_told AFTER UPDATE OF state, error_status_code, error_message ON delivery BEGIN
  UPDATE export_event SET
    success = CASE NEW.state WHEN 'DONE' THEN 1 WHEN 'FAILED' THEN 0 WHEN 'CANCELLED' THEN 0 ELSE NULL END,
    error_status_code = NEW.error_status_code, error_message = NEW.error_message
  WHERE delivery_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER delivery_file_deleted AFTER DELETE ON delivery_file WHEN OLD.stored_key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created) VALUES (OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER photo_variant_deleted AFTER DELETE ON photo_variant BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created) VALUES (OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
