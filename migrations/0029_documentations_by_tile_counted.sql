-- The documentations that are there already, counted as the triggers of documentation_tile count them. What was counted since that table was
-- made is among them.
DELETE FROM documentation_tile;
--> statement-breakpoint
INSERT INTO documentation_tile (customer_id, y, x, status, hidden, documentations, lat, lng, south, west, north, east)
  SELECT customer_id, min(max(CAST((1 - asinh(tan(radians(lat))) / pi()) * 1024 AS INTEGER), 0), 2047) AS y,
    min(max(CAST((lng + 180) * 2048 / 360 AS INTEGER), 0), 2047) AS x, status, hidden, count(*),
    sum(CAST(round(lat * 1e6) AS INTEGER)), sum(CAST(round(lng * 1e6) AS INTEGER)),
    min(CAST(round(lat * 1e6) AS INTEGER)), min(CAST(round(lng * 1e6) AS INTEGER)),
    max(CAST(round(lat * 1e6) AS INTEGER)), max(CAST(round(lng * 1e6) AS INTEGER))
  FROM documentation WHERE lat <= 90 AND lng <= 180 GROUP BY customer_id, y, x, status, hidden;
