CREATE TABLE `search_waiting` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- All texts wait for the index, which the scheduled job fills again; searches read them until then.
INSERT INTO search_text (search_text) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO search_waiting (id) SELECT (customer_id << 40) + seq FROM documentation;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER search_entry_deleted;
--> statement-breakpoint
DROP TRIGGER documentation_indexed;
--> statement-breakpoint
DROP TRIGGER documentation_reindexed;
--> statement-breakpoint
DROP TRIGGER documentation_tag_indexed;
--> statement-breakpoint
DROP TRIGGER documentation_tag_unindexed;
--> statement-breakpoint
DROP TRIGGER documentation_task_indexed;
--> statement-breakpoint
DROP TRIGGER documentation_task_reindexed;
--> statement-breakpoint
DROP TRIGGER documentation_task_unindexed;
--> statement-breakpoint
DROP TRIGGER photo_indexed;
--> statement-breakpoint
DROP TRIGGER photo_reindexed;
--> statement-breakpoint
DROP TRIGGER photo_unindexed;
--> statement-breakpoint
CREATE TRIGGER documentation_indexed AFTER INSERT ON documentation BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq AND alias IS NULL
      AND EXISTS (SELECT 1 FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name);
  INSERT INTO search_waiting (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_reindexed AFTER UPDATE OF name, alias ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.alias IS NOT NEW.alias
BEGIN
  INSERT INTO search_waiting (id) SELECT (NEW.customer_id << 40) + NEW.seq
    WHERE NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (NEW.customer_id << 40) + NEW.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_indexed AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_tag_unindexed AFTER DELETE ON documentation_tag BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_indexed AFTER INSERT ON documentation_task WHEN NEW.answer <> '' BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_reindexed AFTER UPDATE OF answer, documentation_id ON documentation_task
  WHEN OLD.answer IS NOT NEW.answer OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_unindexed AFTER DELETE ON documentation_task WHEN OLD.answer <> '' BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_indexed AFTER INSERT ON photo BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER photo_unindexed AFTER DELETE ON photo BEGIN
  INSERT INTO search_waiting (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_waiting WHERE id = (d.customer_id << 40) + d.seq);
END;
--> statement-breakpoint
CREATE TRIGGER search_waiting_left_index AFTER INSERT ON search_waiting BEGIN
  DELETE FROM search_text WHERE rowid = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_waiting_joined_index AFTER DELETE ON search_waiting BEGIN
  INSERT INTO search_text (rowid, text)
    SELECT OLD.id, (SELECT group_concat(x.text, char(10)) FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id) x)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_unindexed AFTER DELETE ON documentation BEGIN
  DELETE FROM search_waiting WHERE id = (OLD.customer_id << 40) + OLD.seq;
  DELETE FROM search_text WHERE rowid = (OLD.customer_id << 40) + OLD.seq;
END;
