CREATE TABLE `documentation_group` (
	`id` integer PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`alias` text,
	`documentations` integer NOT NULL,
	`tagged` integer NOT NULL,
	`exported` integer NOT NULL,
	`latest` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_group_name` ON `documentation_group` (`customer_id`,name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_alias` ON `documentation_group` (`customer_id`,alias COLLATE NOCASE,`id`) WHERE alias IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_group_latest` ON `documentation_group` (`customer_id`,`latest`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_exported` ON `documentation_group` (`customer_id`,((exported > 0) + (exported = documentations)),`latest`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_name` ON `documentation_group` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_alias` ON `documentation_group` (alias COLLATE NOCASE,`id`) WHERE alias IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_group_all_latest` ON `documentation_group` (`latest`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_exported` ON `documentation_group` (((exported > 0) + (exported = documentations)),`latest`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_group_key` ON `documentation_group` (`customer_id`,`name`);--> statement-breakpoint
CREATE TABLE `documentation_group_member` (
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`template_id` text NOT NULL,
	`date_created` text NOT NULL,
	`documentation_seq` integer NOT NULL,
	`tagged` integer DEFAULT false NOT NULL,
	`exported` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`customer_id`, `name`, `template_id`, `date_created`, `documentation_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `documentation_group_template` (
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`template_id` text NOT NULL,
	`documentations` integer NOT NULL,
	`latest` text NOT NULL,
	PRIMARY KEY(`customer_id`, `name`, `template_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `documentation_group_template_latest` ON `documentation_group_template` (`template_id`,`latest`,`name`);--> statement-breakpoint
CREATE TABLE `photo_selection` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`photos` text NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `photo_selection_customer` ON `photo_selection` (`customer_id`);--> statement-breakpoint
CREATE INDEX `photo_selection_created` ON `photo_selection` (`date_created`);
--> statement-breakpoint

-- Groups: documentations of one name or tag, as far as staff may see them. A documentation is a member under its name and each
-- of its tags; what lists show of a group is counted from its members as they come and go.

CREATE VIRTUAL TABLE search_text_group USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
  SELECT customer_id, name, template_id, date_created, seq, 0, exported FROM documentation WHERE hidden = 0 AND status <> 'DELETED'
  UNION ALL
  SELECT d.customer_id, t.tag, d.template_id, d.date_created, d.seq, 1, d.exported FROM documentation_tag t
    JOIN documentation d ON d.customer_id = t.customer_id AND d.id = t.documentation_id
    WHERE d.hidden = 0 AND d.status <> 'DELETED' AND t.tag <> d.name;
--> statement-breakpoint
INSERT INTO documentation_group_template (customer_id, name, template_id, documentations, latest)
  SELECT customer_id, name, template_id, count(*), max(date_created) FROM documentation_group_member GROUP BY customer_id, name, template_id;
--> statement-breakpoint
INSERT INTO documentation_group (id, customer_id, name, alias, documentations, tagged, exported, latest)
  SELECT (m.customer_id << 40) + row_number() OVER (PARTITION BY m.customer_id ORDER BY m.name), m.customer_id, m.name,
    (SELECT a.alias FROM documentation_alias a WHERE a.customer_id = m.customer_id AND a.name = m.name),
    count(*), sum(m.tagged), sum(m.exported), max(m.date_created)
    FROM documentation_group_member m GROUP BY m.customer_id, m.name;
--> statement-breakpoint
INSERT INTO search_text_group (rowid, text) SELECT id, name || char(10) || coalesce(alias, '') FROM documentation_group;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_counted AFTER INSERT ON documentation_group_member BEGIN
  INSERT INTO documentation_group_template (customer_id, name, template_id, documentations, latest)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, 1, NEW.date_created)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, latest = max(latest, excluded.latest);
  UPDATE documentation_group SET documentations = documentations + 1, tagged = tagged + NEW.tagged, exported = exported + NEW.exported,
    latest = max(latest, NEW.date_created) WHERE customer_id = NEW.customer_id AND name = NEW.name;
  INSERT INTO documentation_group (id, customer_id, name, alias, documentations, tagged, exported, latest)
    SELECT coalesce((SELECT max(id) FROM documentation_group
        WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1,
      NEW.customer_id, NEW.name,
      (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name), 1, NEW.tagged, NEW.exported, NEW.date_created
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group WHERE customer_id = NEW.customer_id AND name = NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_group_member_uncounted AFTER DELETE ON documentation_group_member BEGIN
  UPDATE documentation_group_template SET documentations = documentations - 1,
    latest = CASE WHEN latest > OLD.date_created THEN latest ELSE coalesce((SELECT max(m.date_created) FROM documentation_group_member m
      WHERE m.customer_id = OLD.customer_id AND m.name = OLD.name AND m.template_id = OLD.template_id), latest) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id;
  DELETE FROM documentation_group_template
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id AND documentations = 0;
  UPDATE documentation_group SET documentations = documentations - 1, tagged = tagged - OLD.tagged, exported = exported - OLD.exported,
    latest = CASE WHEN latest > OLD.date_created THEN latest ELSE coalesce((SELECT max(t.latest) FROM documentation_group_template t
      WHERE t.customer_id = OLD.customer_id AND t.name = OLD.name), latest) END
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
-- Before: a new name takes tags away and gives others, and what is left behind must be found under the old ones.
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
