-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER documentation_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_renamed AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
END;
--> statement-breakpoint
CREATE TRIGGER documentation_begins_due AFTER INSERT ON documentation
WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET delete_after = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
    WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END)
  WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_becomes_due AFTER UPDATE OF status, delete_automatically, delete_time_limit ON documentation
WHEN (NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')) <> (OLD.status IN ('COMPLETED', 'HANDLED', 'APPROVED'))
  OR NEW.delete_automatically <> OLD.delete_automatically OR NEW.delete_time_limit IS NOT OLD.delete_time_limit BEGIN
  UPDATE documentation SET delete_after = CASE WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
      WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END) END
  WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER product_inserted_in_directory AFTER INSERT ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER product_updated_in_directory AFTER UPDATE ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER product_deleted_in_directory AFTER DELETE ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(OLD.id));
END;
--> statement-breakpoint
CREATE TRIGGER role_inserted_in_directory AFTER INSERT ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER role_updated_in_directory AFTER UPDATE ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER role_deleted_in_directory AFTER DELETE ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(OLD.id));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_inserted_in_directory AFTER INSERT ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_updated_in_directory AFTER UPDATE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_configuration_deleted_in_directory AFTER DELETE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_inserted_in_directory AFTER INSERT ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_updated_in_directory AFTER UPDATE ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER export_document_node_deleted_in_directory AFTER DELETE ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_inserted_in_directory AFTER INSERT ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_updated_in_directory AFTER UPDATE ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_deleted_in_directory AFTER DELETE ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(OLD.id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_product_inserted_in_directory AFTER INSERT ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(NEW.customer_id, NEW.product_id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_product_updated_in_directory AFTER UPDATE ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(NEW.customer_id, NEW.product_id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_product_deleted_in_directory AFTER DELETE ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(OLD.customer_id, OLD.product_id));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_type_inserted_in_directory AFTER INSERT ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(NEW.customer_id, NEW.type));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_type_updated_in_directory AFTER UPDATE ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(NEW.customer_id, NEW.type));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_type_deleted_in_directory AFTER DELETE ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(OLD.customer_id, OLD.type));
END;
--> statement-breakpoint
CREATE TRIGGER customer_documentation_status_inserted_in_directory AFTER INSERT ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(NEW.customer_id, NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER customer_documentation_status_updated_in_directory AFTER UPDATE ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(NEW.customer_id, NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER customer_documentation_status_deleted_in_directory AFTER DELETE ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(OLD.customer_id, OLD.status));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_inserted_in_directory AFTER INSERT ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_updated_in_directory AFTER UPDATE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER customer_export_document_configuration_deleted_in_directory AFTER DELETE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(OLD.customer_id, json_array(lower(hex(OLD.export_document_configuration_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_inserted_in_directory AFTER INSERT ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_updated_in_directory AFTER UPDATE ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER license_deleted_in_directory AFTER DELETE ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(OLD.id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_inserted_in_directory AFTER INSERT ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER user_updated_in_directory AFTER UPDATE ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER user_deleted_in_directory AFTER DELETE ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(OLD.id));
END;
--> statement-breakpoint
CREATE TRIGGER user_role_inserted_in_directory AFTER INSERT ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(NEW.user_id, NEW.role_id));
END;
--> statement-breakpoint
CREATE TRIGGER user_role_updated_in_directory AFTER UPDATE ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(NEW.user_id, NEW.role_id));
END;
--> statement-breakpoint
CREATE TRIGGER user_role_deleted_in_directory AFTER DELETE ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(OLD.user_id, OLD.role_id));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_inserted_in_directory AFTER INSERT ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_updated_in_directory AFTER UPDATE ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_license_deleted_in_directory AFTER DELETE ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(OLD.user_id, json_array(lower(hex(OLD.license_id)))));
END;
--> statement-breakpoint
CREATE TRIGGER user_customer_inserted_in_directory AFTER INSERT ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(NEW.user_id, NEW.customer_id));
END;
--> statement-breakpoint
CREATE TRIGGER user_customer_updated_in_directory AFTER UPDATE ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(NEW.user_id, NEW.customer_id));
END;
--> statement-breakpoint
CREATE TRIGGER user_customer_deleted_in_directory AFTER DELETE ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(OLD.user_id, OLD.customer_id));
END;
--> statement-breakpoint
CREATE TRIGGER export_event_noted AFTER INSERT ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;
--> statement-breakpoint
CREATE TRIGGER export_event_ended AFTER UPDATE OF success ON export_event WHEN NEW.success BEGIN
  UPDATE documentation SET exported = 1 WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND NOT exported;
END;
--> statement-breakpoint
CREATE TRIGGER export_document_deleted AFTER DELETE ON export_document BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  VALUES ('customers/' || OLD.customer_id || '/exportDocuments/' || lower(substr(hex(OLD.id), 1, 8) || '-' || substr(hex(OLD.id), 9, 4) || '-' || substr(hex(OLD.id), 13, 4) || '-' || substr(hex(OLD.id), 17, 4) || '-' || substr(hex(OLD.id), 21)) || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers AFTER UPDATE OF status ON documentation
WHEN NEW.status <> OLD.status AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, request, missing_items, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
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
      AND ((d.resend_on_completion AND NEW.status = 'COMPLETED' AND d.request ->> '$.photoIds' IS NULL AND d.request ->> '$.fileIds' IS NULL) OR (d.is_automatic AND d.state IN ('PENDING', 'WAITING'))
        OR (d.is_automatic AND d.state = 'DONE' AND OLD.status = 'DELETED')));
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, requester, username, request, missing_items, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
    d.customer_id, d.documentation_id, d.template_export_configuration_id, d.export_configuration_id,
    d.export_configuration_name, d.type, d.is_automatic, d.requester, d.username, d.request, '[]',
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  FROM delivery d WHERE NEW.status = 'COMPLETED' AND d.customer_id = NEW.customer_id AND d.documentation_id = NEW.id AND d.resend_on_completion;
  UPDATE delivery SET resend_on_completion = 0
  WHERE NEW.status = 'COMPLETED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND resend_on_completion;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_delivers_at_once AFTER INSERT ON documentation
WHEN NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
    export_configuration_name, type, is_automatic, request, missing_items, next_slice_at, date_created)
  SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))),
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
  UPDATE delivery SET resend_on_completion = 1
  WHERE NEW.status = 'PAUSED' AND customer_id = NEW.customer_id AND documentation_id = NEW.id AND state <> 'CANCELLED'
    AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.customer_id = delivery.customer_id AND n.documentation_id = delivery.documentation_id
      AND n.template_export_configuration_id = delivery.template_export_configuration_id AND n.rowid > delivery.rowid AND n.state <> 'CANCELLED'
      AND ((n.request ->> '$.photoIds' IS NULL AND n.request ->> '$.fileIds' IS NULL)
        OR delivery.request ->> '$.photoIds' IS NOT NULL OR delivery.request ->> '$.fileIds' IS NOT NULL));
  UPDATE delivery SET state = 'CANCELLED', finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), next_try_at = NULL
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
CREATE TRIGGER delivery_deleted AFTER DELETE ON delivery WHEN json_array_length(OLD.request, '$.externalFiles') > 0 BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT x.value ->> '$.key', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM json_each(OLD.request, '$.externalFiles') x
  WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.customer_id = OLD.customer_id AND d.documentation_id = OLD.documentation_id
      AND instr(d.request, x.value ->> '$.key') > 0)
    AND NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = x.value ->> '$.key')
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = x.value ->> '$.key');
END;
--> statement-breakpoint
CREATE TRIGGER delivery_file_deleted AFTER DELETE ON delivery_file WHEN OLD.object_key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_file_stored_anew AFTER UPDATE OF object_key ON delivery_file
WHEN OLD.object_key IS NOT NULL AND NEW.object_key IS NOT OLD.object_key BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_link_file_deleted AFTER DELETE ON delivery_link_file WHEN OLD.is_delivery_object BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE object_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;
--> statement-breakpoint
CREATE TRIGGER photo_variant_deleted AFTER DELETE ON photo_variant BEGIN
  INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created) VALUES (OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_counted AFTER INSERT ON documentation_group_member BEGIN
  INSERT INTO documentation_group_template (customer_id, name, template_id, documentations, latest_created_at)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, 1, NEW.date_created)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, latest_created_at = max(latest_created_at, excluded.latest_created_at);
  UPDATE documentation_group SET documentations = documentations + 1, tagged = tagged + NEW.tagged, exported = exported + NEW.exported,
    latest_created_at = max(latest_created_at, NEW.date_created) WHERE customer_id = NEW.customer_id AND name = NEW.name;
  INSERT INTO documentation_group (id, customer_id, name, alias, documentations, tagged, exported, latest_created_at)
    SELECT coalesce((SELECT max(id) FROM documentation_group
        WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1,
      NEW.customer_id, NEW.name,
      (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name), 1, NEW.tagged, NEW.exported, NEW.date_created
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group WHERE customer_id = NEW.customer_id AND name = NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_uncounted AFTER DELETE ON documentation_group_member BEGIN
  UPDATE documentation_group_template SET documentations = documentations - 1,
    latest_created_at = CASE WHEN latest_created_at > OLD.date_created THEN latest_created_at ELSE coalesce((SELECT max(m.date_created) FROM documentation_group_member m
      WHERE m.customer_id = OLD.customer_id AND m.name = OLD.name AND m.template_id = OLD.template_id), latest_created_at) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id;
  DELETE FROM documentation_group_template
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id AND documentations = 0;
  UPDATE documentation_group SET documentations = documentations - 1, tagged = tagged - OLD.tagged, exported = exported - OLD.exported,
    latest_created_at = CASE WHEN latest_created_at > OLD.date_created THEN latest_created_at ELSE coalesce((SELECT max(t.latest_created_at) FROM documentation_group_template t
      WHERE t.customer_id = OLD.customer_id AND t.name = OLD.name), latest_created_at) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name;
  DELETE FROM documentation_group WHERE customer_id = OLD.customer_id AND name = OLD.name AND documentations = 0;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_exported AFTER UPDATE OF exported ON documentation_group_member
  WHEN OLD.exported <> NEW.exported
BEGIN
  UPDATE documentation_group SET exported = exported - OLD.exported + NEW.exported
    WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_grouped AFTER INSERT ON documentation WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, NEW.date_created, NEW.seq, 0, NEW.exported);
  -- Configurations may have tagged it already: triggers of one event come in no order to rely on.
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, t.tag, NEW.template_id, NEW.date_created, NEW.seq, 1, NEW.exported FROM documentation_tag t
      WHERE t.documentation_id = NEW.id AND t.tag <> NEW.name AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
        WHERE m.customer_id = NEW.customer_id AND m.name = t.tag AND m.template_id = NEW.template_id
          AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_ungrouped_by_change BEFORE UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED')
BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_grouped_by_change AFTER UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' AND (OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED'))
BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, g.name, NEW.template_id, NEW.date_created, NEW.seq, g.name <> NEW.name, NEW.exported
    FROM (SELECT NEW.name AS name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id) g
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group_member m WHERE m.customer_id = NEW.customer_id AND m.name = g.name
      AND m.template_id = NEW.template_id AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_exported AFTER UPDATE OF exported ON documentation WHEN OLD.exported <> NEW.exported BEGIN
  UPDATE documentation_group_member SET exported = NEW.exported
    WHERE customer_id = NEW.customer_id
      AND name IN (SELECT NEW.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id)
      AND template_id = NEW.template_id AND date_created = NEW.date_created AND documentation_seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_ungrouped BEFORE DELETE ON documentation BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_grouped AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT d.customer_id, NEW.tag, d.template_id, d.date_created, d.seq, 1, d.exported FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id AND d.name <> NEW.tag
        AND d.hidden = 0 AND d.status <> 'DELETED' AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
          WHERE m.customer_id = d.customer_id AND m.name = NEW.tag AND m.template_id = d.template_id
            AND m.date_created = d.date_created AND m.documentation_seq = d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_ungrouped AFTER DELETE ON documentation_tag BEGIN
  DELETE FROM documentation_group_member WHERE customer_id = OLD.customer_id AND name = OLD.tag
    AND (template_id, date_created, documentation_seq) IN (SELECT d.template_id, d.date_created, d.seq FROM documentation d
      WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id AND d.name <> OLD.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_stands AFTER INSERT ON documentation WHEN NEW.lat <= 90 AND NEW.lng <= 180 BEGIN
  INSERT INTO documentation_tile (customer_id, y, x, status, hidden, documentations, lat, lng, south, west, north, east)
    SELECT NEW.customer_id, min(max(CAST((1 - asinh(tan(radians(NEW.lat))) / pi()) * 1024 AS INTEGER), 0), 2047),
      min(max(CAST((NEW.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047), NEW.status, NEW.hidden, 1, lat, lng, lat, lng, lat, lng
    FROM (SELECT CAST(round(NEW.lat * 1e6) AS INTEGER) AS lat, CAST(round(NEW.lng * 1e6) AS INTEGER) AS lng)
    WHERE NEW.lat <= 90 AND NEW.lng <= 180
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, lat = lat + excluded.lat, lng = lng + excluded.lng,
      south = min(south, excluded.south), west = min(west, excluded.west),
      north = max(north, excluded.north), east = max(east, excluded.east);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_goes AFTER UPDATE OF lat, lng, status, hidden ON documentation
  WHEN (OLD.lat <= 90 AND OLD.lng <= 180 OR NEW.lat <= 90 AND NEW.lng <= 180)
    AND (OLD.lat <> NEW.lat OR OLD.lng <> NEW.lng OR OLD.status <> NEW.status OR OLD.hidden <> NEW.hidden)
BEGIN
  UPDATE documentation_tile SET documentations = documentations - 1,
      lat = lat - CAST(round(OLD.lat * 1e6) AS INTEGER), lng = lng - CAST(round(OLD.lng * 1e6) AS INTEGER),
      south = iif(documentations = 1, 999000000, south), west = iif(documentations = 1, 999000000, west),
      north = iif(documentations = 1, -999000000, north), east = iif(documentations = 1, -999000000, east)
    WHERE OLD.lat <= 90 AND OLD.lng <= 180 AND customer_id = OLD.customer_id
      AND y = min(max(CAST((1 - asinh(tan(radians(OLD.lat))) / pi()) * 1024 AS INTEGER), 0), 2047)
      AND x = min(max(CAST((OLD.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047)
      AND status = OLD.status AND hidden = OLD.hidden;
  INSERT INTO documentation_tile (customer_id, y, x, status, hidden, documentations, lat, lng, south, west, north, east)
    SELECT NEW.customer_id, min(max(CAST((1 - asinh(tan(radians(NEW.lat))) / pi()) * 1024 AS INTEGER), 0), 2047),
      min(max(CAST((NEW.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047), NEW.status, NEW.hidden, 1, lat, lng, lat, lng, lat, lng
    FROM (SELECT CAST(round(NEW.lat * 1e6) AS INTEGER) AS lat, CAST(round(NEW.lng * 1e6) AS INTEGER) AS lng)
    WHERE NEW.lat <= 90 AND NEW.lng <= 180
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, lat = lat + excluded.lat, lng = lng + excluded.lng,
      south = min(south, excluded.south), west = min(west, excluded.west),
      north = max(north, excluded.north), east = max(east, excluded.east);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_leaves AFTER DELETE ON documentation WHEN OLD.lat <= 90 AND OLD.lng <= 180 BEGIN
  UPDATE documentation_tile SET documentations = documentations - 1,
      lat = lat - CAST(round(OLD.lat * 1e6) AS INTEGER), lng = lng - CAST(round(OLD.lng * 1e6) AS INTEGER),
      south = iif(documentations = 1, 999000000, south), west = iif(documentations = 1, 999000000, west),
      north = iif(documentations = 1, -999000000, north), east = iif(documentations = 1, -999000000, east)
    WHERE OLD.lat <= 90 AND OLD.lng <= 180 AND customer_id = OLD.customer_id
      AND y = min(max(CAST((1 - asinh(tan(radians(OLD.lat))) / pi()) * 1024 AS INTEGER), 0), 2047)
      AND x = min(max(CAST((OLD.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047)
      AND status = OLD.status AND hidden = OLD.hidden;
END;
--> statement-breakpoint
CREATE TRIGGER search_waiting_left_index AFTER INSERT ON search_pending BEGIN
  DELETE FROM search_text WHERE rowid = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_waiting_joined_index AFTER DELETE ON search_pending BEGIN
  INSERT INTO search_text (rowid, text)
    SELECT OLD.id, (SELECT group_concat(x.text, char(10)) FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id) x)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_indexed AFTER INSERT ON documentation BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq AND alias IS NULL
      AND EXISTS (SELECT 1 FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name);
  INSERT INTO search_pending (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_reindexed AFTER UPDATE OF name, alias ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.alias IS NOT NEW.alias
BEGIN
  INSERT INTO search_pending (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_unindexed AFTER DELETE ON documentation BEGIN
  DELETE FROM search_pending WHERE id = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_indexed AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_unindexed AFTER DELETE ON documentation_tag BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_indexed AFTER INSERT ON documentation_task WHEN NEW.answer <> '' BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_unindexed AFTER DELETE ON documentation_task WHEN OLD.answer <> '' BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_indexed AFTER INSERT ON photo BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_unindexed AFTER DELETE ON photo BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_indexed AFTER INSERT ON documentation_group BEGIN
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_reindexed AFTER UPDATE OF alias ON documentation_group WHEN OLD.alias IS NOT NEW.alias BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
  INSERT INTO search_text_group (rowid, text) VALUES (NEW.id, NEW.name || char(10) || coalesce(NEW.alias, ''));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_unindexed AFTER DELETE ON documentation_group BEGIN
  DELETE FROM search_text_group WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_took_suggestion AFTER INSERT ON documentation BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', lower(substr(hex(NEW.id), 1, 8) || '-' || substr(hex(NEW.id), 9, 4) || '-' || substr(hex(NEW.id), 13, 4) || '-' || substr(hex(NEW.id), 17, 4) || '-' || substr(hex(NEW.id), 21))))
    FROM suggestion_list l JOIN suggestion s ON s.suggestion_list_id = l.id AND s.text = NEW.name
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status);
  DELETE FROM suggestion WHERE text = NEW.name AND suggestion_list_id IN (SELECT l.id FROM suggestion_list l
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER documentation_took_suggestion_later AFTER UPDATE OF name, status ON documentation
  WHEN OLD.name <> NEW.name OR OLD.status <> NEW.status
BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text), 'documentation', json_object('before', lower(substr(hex(NEW.id), 1, 8) || '-' || substr(hex(NEW.id), 9, 4) || '-' || substr(hex(NEW.id), 13, 4) || '-' || substr(hex(NEW.id), 17, 4) || '-' || substr(hex(NEW.id), 21))))
    FROM suggestion_list l JOIN suggestion s ON s.suggestion_list_id = l.id AND s.text = NEW.name
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status);
  DELETE FROM suggestion WHERE text = NEW.name AND suggestion_list_id IN (SELECT l.id FROM suggestion_list l
    WHERE l.customer_id = NEW.customer_id AND l.delete_suggestion_if_documentation_exists
      AND iif(l.required_documentation_status IS NULL, NEW.status <> 'DELETED', l.required_documentation_status = NEW.status));
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_list_gives_way AFTER UPDATE OF delete_suggestion_if_documentation_exists, required_documentation_status ON suggestion_list
  WHEN NEW.delete_suggestion_if_documentation_exists AND (NOT OLD.delete_suggestion_if_documentation_exists
    OR OLD.required_documentation_status IS NOT NEW.required_documentation_status)
BEGIN
  INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), -1, s.customer_id, 'siteproof.Suggestion', s.id, 'DELETE',
      json_object('text', json_object('before', s.text))
    FROM suggestion s WHERE s.suggestion_list_id = NEW.id AND EXISTS (SELECT 1 FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = s.text
        AND iif(NEW.required_documentation_status IS NULL, d.status <> 'DELETED', NEW.required_documentation_status = d.status));
  DELETE FROM suggestion WHERE suggestion_list_id = NEW.id AND EXISTS (SELECT 1 FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.name = suggestion.text
      AND iif(NEW.required_documentation_status IS NULL, d.status <> 'DELETED', NEW.required_documentation_status = d.status));
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_gives_way AFTER INSERT ON suggestion
  WHEN (SELECT delete_suggestion_if_documentation_exists FROM suggestion_list WHERE id = NEW.suggestion_list_id)
BEGIN
  DELETE FROM suggestion WHERE id = NEW.id AND EXISTS (SELECT 1 FROM suggestion_list l
    JOIN documentation d ON d.customer_id = l.customer_id AND d.name = NEW.text
    WHERE l.id = NEW.suggestion_list_id
      AND iif(l.required_documentation_status IS NULL, d.status <> 'DELETED', l.required_documentation_status = d.status));
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_import_event_took_rows AFTER DELETE ON suggestion_import_event BEGIN
  DELETE FROM import_staging_row WHERE event_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER expected_answer_import_event_took_rows AFTER DELETE ON expected_answer_import_event BEGIN
  DELETE FROM import_staging_row WHERE event_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_inserted AFTER INSERT ON documentation_tag_configuration BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_updated AFTER UPDATE OF name, tag ON documentation_tag_configuration
  WHEN OLD.name <> NEW.name OR OLD.tag <> NEW.tag
BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_configuration_deleted AFTER DELETE ON documentation_tag_configuration BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tagged AFTER INSERT ON documentation BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_retagged AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  DELETE FROM documentation_tag WHERE documentation_id = NEW.id AND source = 'CONFIGURATION';
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = NEW.id AND t.tag = c.tag);
END;
--> statement-breakpoint
CREATE TRIGGER customer_inserted AFTER INSERT ON customer BEGIN
  INSERT INTO customer_total (customer_id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_counted AFTER INSERT ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations + 1, photos = photos + NEW.uploaded_photos, bytes = bytes + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, exported, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, NEW.exported, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_recounted AFTER UPDATE OF uploaded_photos, data_size ON documentation
  WHEN (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size)
    AND OLD.template_id = NEW.template_id AND substr(OLD.date_created, 1, 7) = substr(NEW.date_created, 1, 7)
    AND OLD.status = NEW.status AND OLD.hidden = NEW.hidden AND OLD.exported = NEW.exported
BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id;
  UPDATE documentation_statistics SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos,
      bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND template_id = NEW.template_id AND month = substr(NEW.date_created, 1, 7)
      AND status = NEW.status AND hidden = NEW.hidden AND exported = NEW.exported;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_regrouped AFTER UPDATE OF template_id, date_created, status, hidden, exported ON documentation
  WHEN OLD.template_id <> NEW.template_id OR substr(OLD.date_created, 1, 7) <> substr(NEW.date_created, 1, 7)
    OR OLD.status <> NEW.status OR OLD.hidden <> NEW.hidden OR OLD.exported <> NEW.exported
BEGIN
  UPDATE customer_total SET photos = photos - OLD.uploaded_photos + NEW.uploaded_photos, bytes = bytes - OLD.data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND (OLD.uploaded_photos <> NEW.uploaded_photos OR OLD.data_size <> NEW.data_size);
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden AND exported = OLD.exported;
  INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, exported, documentations, photos, bytes)
    VALUES (NEW.customer_id, NEW.template_id, substr(NEW.date_created, 1, 7), NEW.status, NEW.hidden, NEW.exported, 1, NEW.uploaded_photos, NEW.data_size)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, photos = photos + excluded.photos, bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_uncounted AFTER DELETE ON documentation BEGIN
  UPDATE customer_total SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id;
  UPDATE documentation_statistics SET documentations = documentations - 1, photos = photos - OLD.uploaded_photos, bytes = bytes - OLD.data_size
    WHERE customer_id = OLD.customer_id AND template_id = OLD.template_id AND month = substr(OLD.date_created, 1, 7)
      AND status = OLD.status AND hidden = OLD.hidden AND exported = OLD.exported;
END;
--> statement-breakpoint
CREATE TRIGGER photo_counted AFTER INSERT ON photo WHEN NEW.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos + 1, data_size = data_size + NEW.data_size
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_recounted AFTER UPDATE OF has_data, data_size ON photo
  WHEN OLD.documentation_id = NEW.documentation_id AND OLD.has_data AND (NOT NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1 + NEW.has_data,
      data_size = data_size - OLD.data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_moved AFTER UPDATE OF documentation_id ON photo WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - OLD.has_data, data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET uploaded_photos = uploaded_photos + NEW.has_data, data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_uncounted AFTER DELETE ON photo WHEN OLD.has_data BEGIN
  UPDATE documentation SET uploaded_photos = uploaded_photos - 1, data_size = data_size - OLD.data_size
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_counted AFTER INSERT ON file WHEN NEW.has_data BEGIN
  UPDATE documentation SET data_size = data_size + NEW.data_size WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_recounted AFTER UPDATE OF has_data, data_size ON file
  WHEN OLD.documentation_id = NEW.documentation_id AND (OLD.has_data <> NEW.has_data OR OLD.data_size <> NEW.data_size)
BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_moved AFTER UPDATE OF documentation_id ON file WHEN OLD.documentation_id <> NEW.documentation_id BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size * OLD.has_data
    WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
  UPDATE documentation SET data_size = data_size + NEW.data_size * NEW.has_data
    WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id;
END;
--> statement-breakpoint
CREATE TRIGGER file_uncounted AFTER DELETE ON file WHEN OLD.has_data BEGIN
  UPDATE documentation SET data_size = data_size - OLD.data_size WHERE customer_id = OLD.customer_id AND id = OLD.documentation_id;
END;
