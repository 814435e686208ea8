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
CREATE INDEX `delivery_destination_state` ON `delivery` (`customer_id`,`export_configuration_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_customer_state` ON `delivery` (`customer_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_state` ON `delivery` (`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_turn` ON `delivery` (`lane`,`export_configuration_id`,`turn`) WHERE state IN ('PENDING', 'RUNNING', 'WAITING');--> statement-breakpoint
CREATE INDEX `delivery_lane` ON `delivery` (`lane`,`state`);--> statement-breakpoint
CREATE INDEX `delivery_external` ON `delivery` (`finished`) WHERE json_array_length(wish, '$.externalFiles') > 0 AND wish ->> '$.forgotten' IS NULL;--> statement-breakpoint
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
	`forced` integer DEFAULT false NOT NULL,
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
CREATE INDEX `delivery_file_path` ON `delivery_file` (`customer_id`,`path`,`finished`);--> statement-breakpoint
CREATE INDEX `delivery_file_stored` ON `delivery_file` (`delivery_id`) WHERE stored_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `delivery_file_object` ON `delivery_file` (`stored_key`);--> statement-breakpoint
CREATE TABLE `delivery_link` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`expires` text NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`delivery_id`) REFERENCES `delivery`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_link_delivery` ON `delivery_link` (`customer_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `delivery_link_expires` ON `delivery_link` (`expires`);--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_customerId_tokenHash_unique` ON `delivery_link` (`customer_id`,`token_hash`);--> statement-breakpoint
CREATE TABLE `delivery_link_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`position` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`crc32` integer NOT NULL,
	`object_key` text NOT NULL,
	`etag` text NOT NULL,
	`made` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`customer_id`,`token_hash`) REFERENCES `delivery_link`(`customer_id`,`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_file_position` ON `delivery_link_file` (`token_hash`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_link` ON `delivery_link_file` (`customer_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_object` ON `delivery_link_file` (`object_key`);--> statement-breakpoint
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
CREATE INDEX `export_event_all_created` ON `export_event` (`date_created`);--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `attachments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `delivery_id` text;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `error_kind` text;--> statement-breakpoint
CREATE INDEX `outbox_mail_delivery` ON `outbox_mail` (`delivery_id`);
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
    -- What is sent again below anyway, or has not begun yet. A deletion that is undone is no news to whoever had everything before.
    AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id
      AND d.template_export_configuration_id = x.id
      AND ((d.again AND NEW.status = 'COMPLETED' AND d.wish ->> '$.photoIds' IS NULL AND d.wish ->> '$.fileIds' IS NULL) OR (d.automatic AND d.state IN ('PENDING', 'WAITING'))
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
--> statement-breakpoint
CREATE TRIGGER documentation_stops_deliveries AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('PAUSED', 'DOWNLOADED', 'DELETED') BEGIN
  UPDATE delivery SET again = 1
  WHERE NEW.status = 'PAUSED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND state <> 'CANCELLED'
    AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.customer_id = delivery.customer_id AND n.documentation_id = delivery.documentation_id
      AND n.template_export_configuration_id = delivery.template_export_configuration_id AND n.rowid > delivery.rowid AND n.state <> 'CANCELLED'
      AND ((n.wish ->> '$.photoIds' IS NULL AND n.wish ->> '$.fileIds' IS NULL)
        OR delivery.wish ->> '$.photoIds' IS NOT NULL OR delivery.wish ->> '$.fileIds' IS NOT NULL));
  UPDATE delivery SET state = 'CANCELLED', finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try = NULL
  WHERE customer_id = NEW.customer_id AND documentation_id = NEW.id AND +state IN ('PENDING', 'RUNNING', 'WAITING');
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
CREATE TRIGGER delivery_deleted AFTER DELETE ON delivery WHEN json_array_length(OLD.wish, '$.externalFiles') > 0 BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT x.value ->> '$.key', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM json_each(OLD.wish, '$.externalFiles') x
  WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = OLD.customer_id AND d.documentation_id = OLD.documentation_id
      AND instr(d.wish, x.value ->> '$.key') > 0)
    AND NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = x.value ->> '$.key')
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = x.value ->> '$.key');
END;
--> statement-breakpoint
CREATE TRIGGER delivery_file_deleted AFTER DELETE ON delivery_file WHEN OLD.stored_key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.stored_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.stored_key);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_file_stored_anew AFTER UPDATE OF stored_key ON delivery_file
WHEN OLD.stored_key IS NOT NULL AND NEW.stored_key IS NOT OLD.stored_key BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.stored_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.stored_key);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_link_file_deleted AFTER DELETE ON delivery_link_file WHEN OLD.made BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;
--> statement-breakpoint
CREATE TRIGGER photo_variant_deleted AFTER DELETE ON photo_variant BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created) VALUES (OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
