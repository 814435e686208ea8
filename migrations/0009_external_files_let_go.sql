CREATE INDEX `delivery_external` ON `delivery` (`finished`) WHERE json_array_length(wish, '$.externalFiles') > 0 AND wish ->> '$.forgotten' IS NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER documentation_delivers;
--> statement-breakpoint
DROP TRIGGER documentation_stops_deliveries;
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
CREATE TRIGGER delivery_deleted AFTER DELETE ON delivery WHEN json_array_length(OLD.wish, '$.externalFiles') > 0 BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT x.value ->> '$.key', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM json_each(OLD.wish, '$.externalFiles') x
  WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = OLD.customer_id AND d.documentation_id = OLD.documentation_id
      AND instr(d.wish, x.value ->> '$.key') > 0)
    AND NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = x.value ->> '$.key')
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = x.value ->> '$.key');
END;
