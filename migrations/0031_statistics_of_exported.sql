-- Counted anew: the statistics did not know what was exported. Their triggers go first, which would look for the table in vain.
DROP TRIGGER documentation_counted;
--> statement-breakpoint
DROP TRIGGER documentation_recounted;
--> statement-breakpoint
DROP TRIGGER documentation_regrouped;
--> statement-breakpoint
DROP TRIGGER documentation_uncounted;
--> statement-breakpoint
DROP TABLE `documentation_statistics`;
--> statement-breakpoint
CREATE TABLE `documentation_statistics` (
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`month` text NOT NULL,
	`status` text NOT NULL,
	`hidden` integer NOT NULL,
	`exported` integer NOT NULL,
	`documentations` integer DEFAULT 0 NOT NULL,
	`photos` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`customer_id`, `template_id`, `month`, `status`, `hidden`, `exported`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO documentation_statistics (customer_id, template_id, month, status, hidden, exported, documentations, photos, bytes)
  SELECT customer_id, template_id, substr(date_created, 1, 7) AS month, status, hidden, exported, count(*), sum(uploaded_photos), sum(data_size)
  FROM documentation GROUP BY customer_id, template_id, month, status, hidden, exported;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
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
