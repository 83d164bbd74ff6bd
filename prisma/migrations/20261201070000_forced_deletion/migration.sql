-- A deletion that goes on although something cannot be taken away: who asked for it and why, and what was left behind.
ALTER TABLE clusters ADD COLUMN deletion_force jsonb;
ALTER TABLE clusters ADD COLUMN left_behind jsonb;
ALTER TABLE operations ADD COLUMN left_behind jsonb;
